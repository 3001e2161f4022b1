// npm run check:prose: sentences of comments and documents begin with a noun the reader knows. CONTRIBUTING says why.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const FILES = ["*.ts", "*.tsx", "*.mjs", "*.sql", "*.md"];
// Generated files, the record of past releases, and SQL whose checksum is stored in databases.
const EXCEPTIONS = [/^docs\/reference\//, /^sdk\/src\/api\.ts$/, /^CHANGELOG\.md$/, /^server\/db\/adoption\//];

const VAGUE_SUBJECT = /^(?:What|Who|Whose|Whom|Whoever|Whatever|Where|Of which|Of what)\s(?!.*\?$)/s;
const IS_NONE = /\b(?:is|are) none\b/;

interface Sentence {
  readonly line: number;
  readonly text: string;
}

const files = execFileSync("git", ["ls-files", ...FILES], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !EXCEPTIONS.some((exception) => exception.test(file)));
const findings = files.flatMap((file) => {
  const text = readFileSync(file, "utf8");
  return (file.endsWith(".md") ? paragraphsOf(text) : commentsOf(text))
    .flatMap(sentencesOf)
    .filter(({ text }) => VAGUE_SUBJECT.test(text) || IS_NONE.test(text))
    .map(({ line, text }) => `${file}:${line}: ${text.slice(0, 100)}`);
});
for (const finding of findings) process.stdout.write(`${finding}\n`);
if (findings.length > 0) {
  process.stdout.write(`${findings.length} sentences have no subject that the reader knows.\n`);
  process.exitCode = 1;
}

/** The comments of TypeScript and SQL, without their marks. Lines that follow one another are one comment. */
function commentsOf(text: string): readonly Sentence[] {
  const comments: { line: number; end: number; text: string }[] = [];
  for (const match of text.matchAll(/\/\*\*?([\s\S]*?)\*\/|^[ \t]*(?:\/\/|--) ?(.*)$|[ \t]\/\/ (.*)$/gm)) {
    const [whole, block, line_comment, end_comment] = match;
    const line = text.slice(0, match.index).split("\n").length;
    const content = (block ?? line_comment ?? end_comment ?? "").replace(/^\s*\* ?/gm, "").trim();
    const before = comments.at(-1);
    if (before && line_comment !== undefined && line === before.end + 1) {
      before.text += `\n${content}`;
      before.end = line;
    } else comments.push({ line, end: line + whole.split("\n").length - 1, text: content });
  }
  return comments;
}

/** The paragraphs of a Markdown document, without its code blocks and tables. */
function paragraphsOf(text: string): readonly Sentence[] {
  const without = text.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ""));
  let line = 1;
  return without.split("\n\n").map((paragraph) => {
    const sentence = { line, text: paragraph.replace(/^(?:[-*>]|\d+\.) /gm, "") };
    line += paragraph.split("\n").length + 1;
    return sentence;
  });
}

function sentencesOf({ line, text }: Sentence): readonly Sentence[] {
  return text
    .split(/(?<=[.!?:])\s+|\n\n|\n(?=@)/)
    .map((sentence) => ({ line, text: sentence.trim().replaceAll(/\s+/g, " ") }));
}
