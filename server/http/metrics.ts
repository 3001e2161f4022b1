import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/**
 * The service's metrics for Prometheus. A name is `kolo_thing_unit`. A label has few values: never an id, never an
 * address.
 */
export interface Metrics {
  readonly content_type: string;
  /** The metrics of every process behind the port. With several, each has the label `process`. */
  text(): Promise<string>;
  /** This process's metrics, for `ClusterPeers.gather`. */
  toJson(): Promise<object>;
  request(labels: { route: string; method: string; status: number }, seconds: number): void;
  job(labels: { job: string; outcome: string }): void;
  /** A counter. Its labels have few values. */
  counter(name: string, help: string, labels: readonly string[]): (labels: Readonly<Record<string, string>>) => void;
  /** A histogram of durations in seconds. */
  timer(
    name: string,
    help: string,
    labels: readonly string[],
  ): (labels: Readonly<Record<string, string>>, seconds: number) => void;
  /** A gauge that is read at each scrape. */
  watch(name: string, help: string, read: () => number): void;
}

/** The processes of one service, as seen from one of them. */
export interface ClusterPeers {
  /** The number of this process. */
  readonly number: number;
  /** The metrics of each process, including this one. */
  gather(): Promise<readonly object[]>;
}

// From a tenth of the usual request's duration to the timeout of a provider.
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function openMetrics(peers: ClusterPeers | null = null): Metrics {
  const registry = new Registry();
  if (peers) registry.setDefaultLabels({ process: String(peers.number) });
  collectDefaultMetrics({ register: registry, prefix: "kolo_" });
  const requests = new Histogram({
    name: "kolo_http_request_seconds",
    help: "Duration of HTTP requests, in seconds",
    labelNames: ["route", "method", "status"],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  const jobs = new Counter({
    name: "kolo_job_total",
    help: "Runs of background jobs, by outcome",
    labelNames: ["job", "outcome"],
    registers: [registry],
  });
  return {
    content_type: registry.contentType,
    text: () => (peers ? aggregate(peers) : registry.metrics()),
    toJson: () => registry.getMetricsAsJSON(),
    request: ({ route, method, status }, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    job: (labels) => jobs.inc(labels),
    counter(name, help, labels) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] });
      return (label_values) => counter.inc({ ...label_values });
    },
    timer(name, help, labels) {
      const options = { name, help, labelNames: [...labels], buckets: BUCKETS_S, registers: [registry] };
      const histogram = new Histogram(options);
      return (label_values, seconds) => histogram.observe({ ...label_values }, seconds);
    },
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
  };
}

/**
 * Returns the metrics of all processes side by side. A sum would drop and jump, because a restarted process begins at
 * zero.
 */
async function aggregate(peers: ClusterPeers): Promise<string> {
  return AggregatorRegistry.aggregate([...(await peers.gather())]).metrics();
}
