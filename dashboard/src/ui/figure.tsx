import type { ReactNode } from "react";
import "./figure.css";

interface FigureProps {
  readonly name: string;
  readonly notes: readonly (string | false)[];
  readonly children: ReactNode;
}

/** A large value with its name and notes, in a list of class `figure-list`. */
export function Figure({ name, notes, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figure-value">{children}</dd>
      {notes
        .filter((note) => note !== false)
        .map((note) => (
          <dd key={note} className="quiet">
            {note}
          </dd>
        ))}
    </div>
  );
}
