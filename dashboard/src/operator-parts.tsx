import type { ReactNode } from "react";

export type NamedRows = readonly (readonly [name: string, value: ReactNode])[];

/** A list of names and values. */
export function Named({ rows }: { readonly rows: NamedRows }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
