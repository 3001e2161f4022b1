/** The used part of the package's API; the package has no types of its own. */
declare module "saxen" {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: "openTag",
      handler: (name: string, attributes: () => Record<string, string> | false, decode: Decode) => void,
    ): this;
    on(event: "closeTag", handler: (name: string) => void): this;
    on(event: "text", handler: (text: string, decode: Decode) => void): this;
    on(event: "cdata" | "comment" | "question" | "attention", handler: (text: string) => void): this;
    /** Parses the next chunk of a document. Throws if it is not well formed. */
    write(xml: string): this;
    /** Throws if the document is incomplete. */
    end(): void;
  }
}
