import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Argument, Command, type Option } from "commander";
import { ServiceError } from "#kernel/errors.ts";
import { readInputFile } from "./command-input.ts";
import { addPlatformOperatorCommands } from "./commands/all.ts";

const program = new Command("kolo");
addPlatformOperatorCommands(program);

interface Input {
  readonly path: string;
  readonly input: Option | Argument;
}

function inputsOf(command: Command, path: string): readonly Input[] {
  const options = command.options.filter(({ required, optional }) => required || optional);
  return [
    ...options.map((input) => ({ path: `${path} ${input.flags}`, input })),
    ...command.registeredArguments.map((input) => ({ path: `${path} <${input.name()}>`, input })),
    ...command.commands.flatMap((inner) => inputsOf(inner, `${path} ${inner.name()}`)),
  ];
}

/** Lists, whose commands refuse each entry. */
const LISTS = /--(rights|from|origins|from-file) <(names|addresses|origins)>$/;

describe("a text for a platform operator's command", () => {
  it("is refused beyond its limit, whichever option or argument it is", () => {
    const inputs = inputsOf(program, "kolo").filter(({ path, input }) => !input.argChoices && !LISTS.test(path));
    assert.ok(inputs.length > 100, `${inputs.length} inputs`);
    const unlimited = inputs.filter(({ input }) => {
      try {
        input.parseArg?.("x".repeat(5_000), input.defaultValue);
        return true;
      } catch (error) {
        return !(error instanceof Error && "code" in error && error.code === "commander.invalidArgument");
      }
    });
    assert.deepEqual(
      unlimited.map(({ path }) => path),
      [],
    );
  });

  it("is a name or an e-mail address where one is stored", () => {
    const parse = (path: string, text: string) =>
      inputsOf(program, "kolo")
        .find((input) => input.path === path)
        ?.input.parseArg?.(text, undefined);
    for (const path of ["kolo merchants create --name <name>", "kolo keys create --name <name>"]) {
      assert.equal(parse(path, "  Chez\u00a0Jeanne "), "Chez Jeanne");
      for (const text of ["", "\u202e", "x".repeat(201)]) assert.throws(() => parse(path, text), /1 to 200 characters/);
    }
    for (const path of ["kolo merchants create --email <address>", "kolo people create --email <address>"]) {
      assert.equal(parse(path, "mailto:jane@example.cm"), "jane@example.cm");
      for (const text of ["x", "jane@", `${"x".repeat(250)}@example.cm`])
        assert.throws(() => parse(path, text), /e-mail/);
    }
  });
});

it("a file that never ends is refused at its limit", () => {
  assert.throws(
    () => readInputFile("/dev/zero", 3 * 1024 * 1024),
    (error) => {
      assert.ok(error instanceof ServiceError);
      assert.deepEqual(error.fields?.file?.[0]?.params, { maximum_mib: 3 });
      return true;
    },
  );
  const text = readInputFile(import.meta.filename, 1024 * 1024).toString("utf8");
  assert.match(text, /^import assert/);
});
