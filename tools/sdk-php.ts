// Generates the models and resources of the PHP SDK from the OpenAPI document. `npm run docs` writes them to
// sdk/php/src/Models and sdk/php/src/Resources.
import { type ApiDocument, namedSchemas, type Schema, schemaName } from "./api-document.ts";
import {
  allObjects,
  eventModels,
  type Method,
  type NamedSchema,
  pascal,
  plannedOperations,
  plannedResources,
  type Resource,
  type Shape,
  shapeOf,
  typeWriter,
} from "./sdk-plan.ts";

const FOLDER = "sdk/php/src";

/** Returns the generated files of the PHP SDK, by path in the project. */
export function phpFiles(document: ApiDocument): readonly (readonly [string, string])[] {
  const enums = namedSchemas(document).filter(([, schema]) => schema.enum);
  const records = allObjects(document).filter(({ is_input }) => !is_input);
  const resources = plannedResources(document);
  const model = (name: string, body: string): readonly [string, string] => [
    `${FOLDER}/Models/${name}.php`,
    file(
      "Kolo\\Models",
      name === "" || !body.includes("extends Model")
        ? []
        : ["Kolo\\Model", ...(body.includes("Record::class") ? ["Kolo\\Record"] : [])],
      body,
    ),
  ];
  return [
    ...enums.map(([name, schema]) => model(name, enumClass(name, schema))),
    ...records.map((record) => model(record.name, modelClass(record, document))),
    ...resources.map((resource): readonly [string, string] => [
      `${FOLDER}/Resources/${pascal(resource.name)}.php`,
      resourceFile(resource, document),
    ]),
    [`${FOLDER}/Resources/Resources.php`, resourcesFile(resources)],
    [`${FOLDER}/Resources/Operations.php`, operationsFile(document)],
  ];
}

function file(namespace: string, uses: readonly string[], body: string): string {
  const imports = uses.length === 0 ? "" : `${uses.map((name) => `use ${name};\n`).join("")}\n`;
  return `<?php\n\n// Written by \`npm run docs\` from docs/reference/openapi.json.\n\ndeclare(strict_types=1);\n\nnamespace ${namespace};\n\n${imports}${body}`;
}

function enumClass(name: string, { enum: values = [], description }: Schema): string {
  const texts = values.flatMap((value) => (value === null ? [] : [value]));
  const constants = texts.map((text) => `    public const ${text.replace(/\W/g, "_").toUpperCase()} = '${text}';\n`);
  const all = `    public const VALUES = [\n${texts.map((text) => `        '${text}',\n`).join("")}    ];\n`;
  return `${doc([description ?? ""], "")}final class ${name}\n{\n${constants.join("")}${all}}\n`;
}

type WriteType = (schema: Schema, inner_name: string) => string;

/** Returns the writer of types in answers: records become classes. */
function recordTypes(document: ApiDocument, prefix: string): WriteType {
  return typeWriter(document, { ...syntax, object: (name) => `${prefix}${name}` });
}

const syntax = {
  number: (type: "integer" | "number") => (type === "integer" ? "int" : "float"),
  string: "string",
  boolean: "bool",
  nothing: "null",
  any: "mixed",
  list: (item: string) => `list<${item}>`,
  map: (value: string) => `array<string, ${value}>`,
  union: (types: readonly string[]) => types.join("|"),
  enum: (_: string | null, values: readonly (string | null)[]) =>
    values.map((value) => (value === null ? "null" : `'${value}'`)).join("|"),
};

/** Returns the type of input: an array shape with named keys. */
function inputType(document: ApiDocument, schema: Schema): string {
  const named = schema.$ref === undefined ? schema : (document.components.schemas[schemaName(schema.$ref)] ?? {});
  if (named.anyOf) return named.anyOf.map((one) => inputType(document, one)).join("|");
  if (named.items) return `list<${inputType(document, named.items)}>`;
  if (!named.properties) return typeWriter(document, { ...syntax, object: (name) => name })(named, "");
  const required = named.required ?? [];
  const fields = Object.entries(named.properties).map(
    ([field, inner]) => `${field}${required.includes(field) ? "" : "?"}: ${inputType(document, inner)}`,
  );
  return `array{${fields.join(", ")}}`;
}

function modelClass({ name, schema }: NamedSchema, document: ApiDocument): string {
  const write = recordTypes(document, "");
  const fields = Object.entries(schema.properties ?? {});
  const required = schema.required ?? [];
  const properties = fields.map(([field, inner]) => {
    const type = write(inner, `${name}${pascal(field)}`);
    const is_nullable = required.includes(field) || type === "mixed" || type.split("|").includes("null");
    return `@property-read ${type}${is_nullable ? "" : "|null"} $${field} ${inner.description ?? ""}`.trimEnd();
  });
  const shapes = fields.flatMap(([field, inner]) => {
    const shape = shapeOf(document, inner, `${name}${pascal(field)}`);
    return shape === null ? [] : [`        '${field}' => ${shapeText(shape)},\n`];
  });
  const names = fields.map(([field]) => `        '${field}',\n`).join("");
  const by_type = name === "Event" ? eventShapes(document) : "";
  const head = doc([schema.description ?? "", ...properties], "");
  const constants = shapes.length === 0 ? "" : `    protected const SHAPES = [\n${shapes.join("")}    ];\n`;
  return `${head}final class ${name} extends Model\n{\n    protected const FIELDS = [\n${names}    ];\n${constants}${by_type}}\n`;
}

/** Writes the map from the first word of an event's type to the model of the event's data. */
function eventShapes(document: ApiDocument): string {
  const models = eventModels(document).map(([word, name]) => `        '${word}' => ${name}::class,\n`);
  return `    private const DATA = [
${models.join("")}    ];

    protected static function shapes(array $fields): array
    {
        return ['data' => self::DATA[explode('.', (string) ($fields['type'] ?? ''))[0]] ?? Record::class];
    }
`;
}

function shapeText(shape: Shape): string {
  if (shape.kind === "object") return `${shape.name}::class`;
  return shape.kind === "list" ? `[${shapeText(shape.of)}]` : `['*' => ${shapeText(shape.of)}]`;
}

function resourceFile({ name, methods }: Resource, document: ApiDocument): string {
  const text = methods.flatMap((method) => [
    method.name === "read_file" ? fileMethod(method, document) : ownMethod(method, document),
    ...(method.file_query && method.name !== "read_file" ? [fileMethod(method, document)] : []),
    ...(method.result.kind === "page" && method.result.have_ids ? [allMethod(method, document)] : []),
    ...(method.ends ? [waitMethod(method)] : []),
  ]);
  if (name === "events") text.push(FOLLOW);
  const uses = ["Kolo\\Caller", "Kolo\\CallOptions", "Kolo\\KoloError", "Kolo\\Models", "Kolo\\Page"];
  const body = `final class ${pascal(name)}\n{\n    public function __construct(private readonly Caller $caller)\n    {\n    }\n\n${text.join("\n")}}\n`;
  return file(
    "Kolo\\Resources",
    uses.filter((one) => new RegExp(`\\b${one.replace("Kolo\\", "")}\\b`).test(body)),
    body,
  );
}

interface Signature {
  readonly parameters: readonly string[];
  readonly docs: readonly string[];
  readonly passed: readonly string[];
}

const OPTIONS = "?CallOptions $options = null";
const THROWS = "@throws KoloError";

function signatureOf({ params, input }: Method, document: ApiDocument): Signature {
  const input_parameters = input ? [input.is_required ? `array $${input.kind}` : `array $${input.kind} = []`] : [];
  const dict = params.map((param) => `'${param}' => $${param}`).join(", ");
  return {
    parameters: [...params.map((param) => `string $${param}`), ...input_parameters],
    docs: input ? [`@param ${inputType(document, input.type.schema)} $${input.kind}`] : [],
    passed: [
      ...(params.length > 0 ? [`params: [${dict}]`] : []),
      ...(input ? [`${input.kind}: $${input.kind}`] : []),
      "options: $options",
    ],
  };
}

function ownMethod(method: Method, document: ApiDocument): string {
  const { parameters, docs, passed } = signatureOf(method, document);
  return functionText(camel(method.name), [...parameters, OPTIONS], docs, passed, method, document);
}

/** Returns a second method for the same operation, with a file in place of the body. */
function fileMethod(method: Method, document: ApiDocument): string {
  const { name, file_query } = method;
  const query = name === "read_file" ? null : file_query;
  const own_name = name === "read_file" ? name : `${name}_${name === "create" ? "from_csv" : "csv"}`;
  const parameters = ["string $file", ...(query ? ["array $query"] : []), OPTIONS];
  const docs = query ? [`@param ${inputType(document, query.schema)} $query`] : [];
  const passed = [...(query ? ["query: $query"] : []), "file: $file", "options: $options"];
  return functionText(camel(own_name), parameters, docs, passed, method, document);
}

function functionText(
  name: string,
  parameters: readonly string[],
  docs: readonly string[],
  passed: readonly string[],
  method: Method,
  document: ApiDocument,
): string {
  const { type, doc_type, expression } = resultText(method.result, document);
  const call = `$this->caller->call('${method.operation_id}', ${passed.join(", ")})`;
  const body =
    expression === null ? `        ${call};\n` : `        $answer = ${call};\n        return ${expression};\n`;
  const head = doc([method.doc, "", ...docs, ...(doc_type ? [`@return ${doc_type}`] : []), THROWS], "    ");
  return `${head}    public function ${name}(${parameters.join(", ")}): ${type}\n    {\n${body}    }\n`;
}

interface ResultText {
  readonly type: string;
  readonly doc_type: string | null;
  readonly expression: string | null;
}

function resultText(result: Method["result"], document: ApiDocument): ResultText {
  const write = recordTypes(document, "Models\\");
  switch (result.kind) {
    case "nothing":
      return { type: "void", doc_type: null, expression: null };
    case "page": {
      const item = write(result.item, "");
      return {
        ...{ type: "Page", doc_type: `Page<${item}>` },
        expression: `Page::of($answer, '${result.field}', ${item}::class)`,
      };
    }
    case "answer": {
      const model = `Models\\${result.type.name}`;
      return { type: model, doc_type: null, expression: `new ${model}($answer)` };
    }
    case "field": {
      const { $ref, items } = result.schema;
      if ($ref !== undefined) {
        const model = `Models\\${schemaName($ref)}`;
        return { type: model, doc_type: null, expression: `new ${model}($answer['${result.field}'])` };
      }
      if (items === undefined) {
        return { type: write(result.schema, ""), doc_type: null, expression: `$answer['${result.field}']` };
      }
      const item = write(items, "");
      return {
        ...{ type: "array", doc_type: `list<${item}>` },
        expression: `array_map(static fn (array $item): ${item} => new ${item}($item), $answer['${result.field}'])`,
      };
    }
  }
}

function allMethod(method: Method, document: ApiDocument): string {
  if (method.result.kind !== "page") return "";
  const { parameters, docs } = signatureOf(method, document);
  const name = method.name === "history" ? "all_history" : method.name.replace(/^list/, "all");
  const item = recordTypes(document, "Models\\")(method.result.item, "");
  const ids = method.params.map((param) => `$${param}, `).join("");
  const text = `Iterates over every item of \`${camel(method.name)}\`, newest first, each once.`;
  const head = doc([text, "", ...docs, `@return \\Generator<int, ${item}>`, THROWS], "    ");
  return `${head}    public function ${camel(name)}(${[...parameters, OPTIONS].join(", ")}): \\Generator\n    {\n        return Page::each(fn (array $each): Page => $this->${camel(method.name)}(${ids}$each, $options), $query);\n    }\n`;
}

function waitMethod({ params, input, ends, result }: Method): string {
  if (result.kind !== "field") return "";
  const [param = "id"] = params;
  const type = `Models\\${schemaName(result.schema.$ref ?? "")}`;
  const has_ended =
    ends === "status"
      ? "!in_array($one->status, ['pending', 'processing'], true)"
      : "$one->progress->pending + $one->progress->processing === 0";
  const head = doc(
    [
      "Polls with growing pauses until the record has ended, and returns it. The record itself continues after `$wait_s` seconds.",
      "",
      "@throws KoloError `not_ended` after `$wait_s`",
    ],
    "    ",
  );
  const arguments_ = input ? `$${param}, [], $options` : `$${param}, $options`;
  return `${head}    public function wait(string $${param}, float $wait_s = Caller::WAIT_S, ${OPTIONS}): ${type}\n    {\n        $poll = fn (): ${type} => $this->retrieve(${arguments_});\n        return $this->caller->wait($poll, static fn (${type} $one): bool => ${has_ended}, $wait_s);\n    }\n`;
}

const FOLLOW = `    /**
     * Follows the feed: yields every event after a cursor, oldest first and without gaps, then each new one, forever.
     * Store the \`cursor\` of each event with the work that it caused, and pass the last one as \`$after\` next time; '0'
     * starts at the beginning.
     *
     * @return \\Generator<int, Models\\Event>
     * @throws KoloError
     */
    public function follow(string $after, ?string $type = null, float $every_s = 1.0, ?CallOptions $options = null): \\Generator
    {
        $read = fn (array $query): Page => $this->list($query, $options);
        return $this->caller->follow($read, ['after' => $after, 'type' => $type], $every_s);
    }
`;

function resourcesFile(resources: readonly Resource[]): string {
  const properties = resources.map(({ name }) => `    public readonly ${pascal(name)} $${name};\n`).join("");
  const made = resources.map(({ name }) => `        $this->${name} = new ${pascal(name)}($caller);\n`).join("");
  const body = `/** The resources of the API. */\nabstract class Resources\n{\n${properties}\n    public function __construct(Caller $caller)\n    {\n${made}    }\n}\n`;
  return file("Kolo\\Resources", ["Kolo\\Caller"], body);
}

function operationsFile(document: ApiDocument): string {
  const rows = plannedOperations(document).map(
    ({ id, method, path, needs_private_key, gives }) =>
      `        '${id}' => ['${method}', '${path}', ${needs_private_key}, ${gives === null ? "null" : `'${gives}'`}],\n`,
  );
  return file(
    "Kolo\\Resources",
    [],
    `/** The method, the path, whether the private key is needed, and the field that marks an answer as the operation's own. */\nfinal class Operations\n{\n    public const ALL = [\n${rows.join("")}    ];\n}\n`,
  );
}

function camel(name: string): string {
  const text = pascal(name);
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function doc(lines: readonly string[], indent: string): string {
  const text = lines.filter(
    (line, index) => line !== "" || (index > 0 && index < lines.length - 1 && lines[index - 1] !== ""),
  );
  if (text.length === 0) return "";
  return `${indent}/**\n${text.map((line) => `${indent} * ${line.replaceAll("*/", "*\\/")}`.trimEnd()).join("\n")}\n${indent} */\n`;
}
