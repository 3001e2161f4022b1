import { type Sql, sql, type Tx } from "#db/tx.ts";

/** A plan step that reads a table or an index, with the number of rows it read. */
export interface PlanStep {
  readonly node: string;
  readonly relation: string | null;
  readonly index: string | null;
  readonly rows: number;
}

interface QueryPlan {
  readonly "Node Type": string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly Plans?: readonly QueryPlan[];
}

/** Wraps a transaction and records the plan of each query. Each query runs twice. */
export function recordPlans(tx: Tx, steps: PlanStep[]): Tx {
  const explain = async (query: Sql): Promise<void> => {
    const [line] = await tx.rows<{ "QUERY PLAN": readonly { readonly Plan: QueryPlan }[] }>(
      sql`explain (analyze, format json) ${query}`,
    );
    for (const { Plan: plan } of line?.["QUERY PLAN"] ?? []) collectSteps(plan, steps);
  };
  return new Proxy(tx, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "rows" && name !== "row" && name !== "maybeRow") return value.bind(target);
      return async (query: Sql) => {
        await explain(query);
        return value.call(target, query);
      };
    },
  });
}

function collectSteps(plan: QueryPlan, steps: PlanStep[]): void {
  const { "Actual Rows": rows = 0, "Rows Removed by Filter": removed = 0, "Actual Loops": loops = 1 } = plan;
  const { "Node Type": node, "Relation Name": relation = null, "Index Name": index = null } = plan;
  if (relation !== null || index !== null) steps.push({ node, relation, index, rows: (rows + removed) * loops });
  for (const child of plan.Plans ?? []) collectSteps(child, steps);
}
