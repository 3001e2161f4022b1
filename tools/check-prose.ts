// npm run check:prose: comments, documents and test titles begin their sentences with a noun the reader knows, and an
// exported type has a name of its own. CONTRIBUTING says why.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const FILES = ["*.ts", "*.tsx", "*.mjs", "*.sql", "*.md"];
// Generated files, and the record of past releases.
const EXCEPTIONS = [
  /^docs\/reference\//,
  /^sdk\/src\/api\.ts$/,
  /^dashboard\/src\/app\/api-types\.ts$/,
  /^CHANGELOG\.md$/,
];
// An exported type's name must be unique within each of these programs.
const PROGRAMS = [/^server\//, /^(?:dashboard|checkout|ui)\//];

const VAGUE_SUBJECT = /^(?:What|Who|Whose|Whom|Whoever|Whatever|Where|Of which|Of what)\s(?!.*\?$)/s;
const IS_NONE = /\b(?:is|are) none\b/;

interface Sentence {
  readonly line: number;
  readonly text: string;
}

const files = execFileSync("git", ["ls-files", ...FILES], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !EXCEPTIONS.some((exception) => exception.test(file)));
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const findings = [...texts].flatMap(([file, text]) =>
  (file.endsWith(".md") ? paragraphsOf(text) : [...commentsOf(text), ...titlesOf(file, text)])
    .flatMap(sentencesOf)
    .filter((sentence) => VAGUE_SUBJECT.test(sentence.text) || IS_NONE.test(sentence.text))
    .map((sentence) => `${file}:${sentence.line}: no subject that the reader knows: ${sentence.text.slice(0, 80)}`),
);
findings.push(...PROGRAMS.flatMap(sharedTypeNames));
for (const finding of findings) process.stdout.write(`${finding}\n`);
if (findings.length > 0) process.exitCode = 1;

/** Returns the names that two exported types of a program share. */
function sharedTypeNames(program: RegExp): readonly string[] {
  const exports = [...texts]
    .filter(([file]) => program.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name = ""]) => ({ name, file })),
    );
  return [...Map.groupBy(exports, ({ name }) => name)]
    .map(([name, same]) => ({ name, of: [...new Set(same.map(({ file }) => file))] }))
    .filter(({ of }) => of.length > 1)
    .map(({ name, of }) => `${of.join(", ")}: each exports a type called ${name}`);
}

/** Returns the titles of tests. A title begins in lower case, but the check expects sentences with a capital. */
function titlesOf(file: string, text: string): readonly Sentence[] {
  if (!file.endsWith(".test.ts")) return [];
  return [...text.matchAll(/^\s*(?:await )?(?:it|test|describe)\(\s*(["'`])((?:(?!\1).)+)\1/gm)].map((match) => {
    const [, , title = ""] = match;
    return {
      line: text.slice(0, match.index).split("\n").length,
      text: title.charAt(0).toUpperCase() + title.slice(1),
    };
  });
}

/** Returns the comments of TypeScript and SQL without their marks. Consecutive comment lines are one comment. */
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

/** Returns the paragraphs of a Markdown document without its code blocks and tables. */
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
