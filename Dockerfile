# Kolo in a container, beside a PostgreSQL (compose.yaml) or with its embedded one in /data.
FROM node:24-bookworm-slim AS built
WORKDIR /app
COPY . .
RUN npm run build

FROM node:24-bookworm-slim

WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY ui/package.json ui/
COPY checkout/package.json checkout/
COPY dashboard/package.json dashboard/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
COPY --from=built /app/dist dist
COPY --from=built /app/checkout/dist checkout/dist
COPY --from=built /app/dashboard/dist dashboard/dist
COPY --from=built /app/guide/dist guide/dist

# What commands compile is kept in the image: nothing can be written there later.
RUN mkdir /data && chown node:node /data && node dist/main.js --version
USER node
ENV KOLO_HOST=0.0.0.0 KOLO_DATA=/data
VOLUME /data
EXPOSE 8080
# Requests under way are finished before it ends.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=32", "dist/main.js"]
CMD ["serve"]
