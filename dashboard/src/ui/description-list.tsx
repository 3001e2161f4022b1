import type { ReactNode } from "react";

export type DescriptionRows = readonly (readonly [name: string, value: ReactNode])[];

/** A list of names and values. */
export function DescriptionList({ rows }: { readonly rows: DescriptionRows }) {
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
