import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import pg from "pg";
import { VARIABLES } from "#server/config.ts";
import { migrate } from "#server/db/schema/migrate.ts";
import { ANONYMOUS_BODY_LIMIT_BYTES, BODY_LIMIT_BYTES } from "#server/http/request-limits.ts";
import { grantRoles } from "#server/testing/owned-database.ts";
import { testServer } from "#server/testing/test-server.ts";
import { startTestWorld } from "#server/testing/world.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, one = ""]) => one);

describe("the files in deploy/", () => {
  it("alerts use existing metrics", async () => {
    const world = await startTestWorld({ environment: { KOLO_METRICS_TOKEN: "scrape" } });
    const merchant = await world.merchant({ balance: 1_000n });
    await merchant.get("/balance");
    const answer = await fetch(`${world.url}/metrics`, { headers: { authorization: "Bearer scrape" } });
    const documented = new Set(all(await answer.text(), /^# TYPE (\S+)/gm));
    const required = all(read("deploy/alerts.yaml").replaceAll(/description:.*/g, ""), /\b(kolo_[a-z_]+)/g);
    assert.ok(required.length > 7);
    for (const name of required) assert.ok(documented.has(name.replace(/_(bucket|count|sum)$/, "")), name);
  });

  it("systemd and Docker start the service with the same options as `npm start`", () => {
    const provided = all(read("tools/start.mjs"), /"(--[^"]+)"/g).filter((word) => word !== "--");
    assert.ok(provided.length > 0);
    for (const path of ["deploy/kolo.service", "Dockerfile"]) {
      const [started = ""] = /^(ExecStart|ENTRYPOINT).*$/m.exec(read(path)) ?? [];
      assert.deepEqual(
        all(started, /(--[a-z][a-z-]*(?:=\d+)?)/g).filter((word) => word !== "--"),
        provided,
        path,
      );
    }
  });

  it("the files name existing settings and commands", () => {
    const known_variables = new Set<string>(VARIABLES.map(({ name }) => name));
    for (const name of all(read("deploy/kolo.env"), /^#?([A-Z_]+)=/gm)) assert.ok(known_variables.has(name), name);
    const named = globSync("deploy/*", { cwd: root }).flatMap((path) =>
      all(read(path), /\b((?:server|cli)\/\S+\.ts|docs\/\S+\.md)/g),
    );
    assert.ok(named.length > 3);
    for (const path of named) assert.ok(existsSync(join(root, path)), path);
  });

  it("with compose the service is a role that owns its database and is no superuser", async () => {
    const compose = read("compose.yaml");
    const [, path = ""] = /- \.\/(\S+):\/docker-entrypoint-initdb\.d\/\S+\.sql:ro/.exec(compose) ?? [];
    const [, user = "", secret = ""] = /DATABASE_URL: postgresql:\/\/(\w+):\$\{(\w+):/.exec(compose) ?? [];
    const [, superuser = "postgres"] = /POSTGRES_USER: (\w+)/.exec(compose) ?? [];
    assert.notEqual(user, superuser);
    const script = read(path);
    assert.match(script, new RegExp(`\\\\getenv password ${secret}$`, "m"));
    assert.notEqual(secret, "POSTGRES_PASSWORD");

    const server = await testServer();
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    const name = `kolo_t_${randomBytes(6).toString("hex")}`;
    const statements = script
      .replace(/^(--|\\).*$/gm, "")
      .replaceAll(/\bkolo\b/g, name)
      .replace(":'password'", "'secret'");
    try {
      for (const statement of statements.trim().split(";\n")) await admin.query(statement);
      await grantRoles(admin, name);
      const url = new URL(server.url);
      [url.pathname, url.username, url.password] = [`/${name}`, name, "secret"];
      assert.ok((await migrate(url.href)).length > 0);
      const { rows } = await admin.query(
        "select rolsuper, rolcreatedb, rolbypassrls from pg_roles where rolname = $1",
        [name],
      );
      assert.deepEqual(rows, [{ rolsuper: false, rolcreatedb: false, rolbypassrls: false }]);
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`drop role if exists ${name}`);
      await admin.end();
    }
  });

  it("nginx limits requests, connections and bodies as the service does, and logs neither tokens nor queries", () => {
    const nginx = read("deploy/nginx.conf");
    const location = (start: string): string => nginx.slice(nginx.indexOf(start)).split("\n  }")[0] ?? "";
    const sizeOf = (start: string): number => {
      const [, count = "", unit = ""] = /client_max_body_size (\d+)([km])/.exec(location(start)) ?? [];
      return Number(count) * (unit === "m" ? 1024 ** 2 : 1024);
    };
    for (const start of [
      "location /dashboard/api/sign-in",
      "location ~ ^/dashboard/api/(forg",
      "location ~ ^/(pay|checkout)",
    ]) {
      assert.equal(sizeOf(start), ANONYMOUS_BODY_LIMIT_BYTES, start);
      assert.match(location(start), /limit_req zone=/);
    }
    assert.equal(sizeOf("access_log"), BODY_LIMIT_BYTES, "everything else");
    const [, large = "", size = ""] = /location ~ (\S+) \{\n\s+client_max_body_size (16m);/.exec(nginx) ?? [];
    assert.equal(size, "16m");
    for (const path of [
      "transfers/bulk",
      "transfers/bulk/check",
      "transfers/bulk/read",
      "schedules",
      "schedules/sch_1",
    ]) {
      assert.match(`/${path}`, new RegExp(large));
      assert.match(`/dashboard/api/merchants/mer_1/live/${path}/`, new RegExp(large));
    }
    for (const path of ["/transfers", "/transfers/bulk/btr_1", "/payments"])
      assert.doesNotMatch(path, new RegExp(large));
    assert.match(nginx, /limit_conn kolo_connections \d+;/);
    assert.match(nginx, /limit_req_status 429;/);
    const [format = ""] = /log_format kolo [^;]+;/.exec(nginx) ?? [];
    assert.match(format, /\$kolo_path/);
    assert.doesNotMatch(format, /\$(request|request_uri|uri|args|query_string|http_\w+|cookie_\w+)\b(?!_)/);
    for (const path of ["/pay/", "/checkout/", "/notices/"])
      assert.match(nginx, new RegExp(`\\b${path.replaceAll("/", "")}\\b.*/\\$kolo_room/`));
    assert.match(nginx, /access_log \S+ kolo;/);
  });

  it("the documentation names every file, and each states its destination", () => {
    const page = read("docs/operating/on-a-server.md");
    for (const path of globSync("deploy/*", { cwd: root })) {
      const [, name = ""] = /deploy[/\\](.*)$/.exec(path) ?? [];
      assert.ok(page.includes(name), name);
    }
  });
});
