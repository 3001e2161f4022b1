import type { ReactNode } from "react";

export type NamedRows = readonly (readonly [name: string, value: ReactNode])[];

/** What is known of something, by name. */
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
