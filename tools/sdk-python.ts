// Generates the models and resources of the Python SDK from the OpenAPI document. `npm run docs` writes them to
// sdk/python/kolo.
import { type ApiDocument, listName, namedSchemas, type Schema, schemaName } from "./api-document.ts";
import {
  allObjects,
  eventModels,
  type Method,
  type NamedSchema,
  plannedOperations,
  plannedResources,
  type Resource,
  type Shape,
  shapeOf,
  typeWriter,
} from "./sdk-plan.ts";

const NOTE = "# Written by `npm run docs` from docs/reference/openapi.json.\n";
const FOLDER = "sdk/python/kolo";
/** Field names that are Python keywords, so a class cannot declare them. */
const KEYWORDS = ["from", "import", "class", "def", "in", "is", "not", "and", "or", "if", "else", "for", "global"];
/** Methods of `dict`: an attribute of this name would return the method instead of the field. */
const DICT_METHODS = ["clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault", "update"];

/** Returns the generated files of the Python SDK, by path in the project. */
export function pythonFiles(document: ApiDocument): readonly (readonly [string, string])[] {
  return [
    [`${FOLDER}/models.py`, models(document)],
    [`${FOLDER}/resources.py`, resources(document, false)],
    [`${FOLDER}/async_resources.py`, resources(document, true)],
  ];
}

type WriteType = (schema: Schema, inner_name: string) => string;

function pythonTypes(document: ApiDocument): WriteType {
  return typeWriter(document, {
    number: (type) => (type === "integer" ? "int" : "float"),
    string: "str",
    boolean: "bool",
    nothing: "None",
    any: "Any",
    list: (item) => `List[${item}]`,
    map: (value) => `Dict[str, ${value}]`,
    union: (types) => `Union[${types.join(", ")}]`,
    enum: (name, values) => name ?? `Literal[${values.map((value) => JSON.stringify(value) ?? "None").join(", ")}]`,
    object: (name) => name,
  });
}

function models(document: ApiDocument): string {
  const write = pythonTypes(document);
  const enums = namedSchemas(document).flatMap(([name, schema]) => (schema.enum ? [enumText(name, schema)] : []));
  const objects = allObjects(document);
  const declared = objects.map((object) => (object.is_input ? typedDict(object, write) : modelClass(object, write)));
  const shapes = objects.filter(({ is_input }) => !is_input).flatMap((object) => shapesText(object, document));
  return `${NOTE}
from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

from .model import Model

${enums.join("\n")}

${declared.join("\n\n")}

${shapes.join("\n")}
Event._data_by_type = {
${eventModels(document)
  .map(([word, name]) => `    "${word}": ${name},\n`)
  .join("")}}
`;
}

function enumText(name: string, { enum: values = [], description }: Schema): string {
  const texts = values.map((value) => JSON.stringify(value));
  const lines = texts.map((text) => `    ${text},\n`).join("");
  return `${comment(description, "")}${name} = Literal[\n${lines}]\n${listName(name)} = (\n${lines})\n`;
}

function typedDict({ name, schema }: NamedSchema, write: WriteType): string {
  const required = schema.required ?? [];
  const fields = Object.entries(schema.properties ?? {}).map(([field, inner]) => ({
    ...{ field, is_required: required.includes(field), description: inner.description },
    type: write(inner, innerName(name, field)),
  }));
  if (fields.some(({ field }) => KEYWORDS.includes(field))) {
    const lines = fields
      .map(({ field, type }) => `        ${JSON.stringify(field)}: ${JSON.stringify(type)},\n`)
      .join("");
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines}    },\n    total=False,\n)\n`;
  }
  const body = (some: typeof fields): string =>
    some.map(({ field, type, description }) => `${comment(description, "    ")}    ${field}: ${type}\n`).join("");
  const optional = fields.filter(({ is_required }) => !is_required);
  const needed = fields.filter(({ is_required }) => is_required);
  const doc = docstring(schema.description, "    ");
  if (needed.length === 0) return `class ${name}(TypedDict, total=False):\n${doc}${body(optional) || "    pass\n"}`;
  if (optional.length === 0) return `class ${name}(TypedDict):\n${doc}${body(needed)}`;
  return `class _${name}Required(TypedDict):\n${body(needed)}\n\nclass ${name}(_${name}Required, total=False):\n${doc}${body(optional)}`;
}

function modelClass({ name, schema }: NamedSchema, write: WriteType): string {
  const required = schema.required ?? [];
  const lines = Object.entries(schema.properties ?? {}).map(([field, inner]) => {
    if (DICT_METHODS.includes(field)) throw new Error(`${name}.${field} would hide behind a method of dict`);
    if (KEYWORDS.includes(field))
      return `    # The field "${field}" is a word of the language: read it as record["${field}"].\n`;
    const type = write(inner, innerName(name, field));
    const text = required.includes(field) || type === "Any" || type.includes("None") ? type : `Union[${type}, None]`;
    return `${comment(inner.description, "    ")}    ${field}: ${text}\n`;
  });
  return `class ${name}(Model):\n${docstring(schema.description, "    ")}${lines.join("") || "    pass\n"}`;
}

function shapesText({ name, schema }: NamedSchema, document: ApiDocument): readonly string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    const shape = shapeOf(document, inner, innerName(name, field));
    return shape === null ? [] : [`"${field}": ${shapeText(shape)}`];
  });
  return fields.length === 0 ? [] : [`${name}._shapes = {${fields.join(", ")}}`];
}

function shapeText(shape: Shape): string {
  if (shape.kind === "object") return shape.name;
  return shape.kind === "list" ? `[${shapeText(shape.of)}]` : `{"*": ${shapeText(shape.of)}}`;
}

function resources(document: ApiDocument, is_async: boolean): string {
  const planned = plannedResources(document);
  const write = pythonTypes(document);
  const prefix = is_async ? "Async" : "";
  const classes = planned.map((resource) => resourceClass(resource, write, is_async));
  const attributes = planned.map(({ name }) => `        self.${name} = ${prefix}${className(name)}(caller)\n`);
  const shared = is_async
    ? "from .pages import Page, every_item_async, page_of"
    : "from .pages import Page, every_item, page_of";
  return `${NOTE}
from __future__ import annotations

from typing import Any, ${is_async ? "AsyncIterator" : "Iterator"}, List, Optional, Union

from . import models
from .calls import CallOptions${is_async ? "" : ", Operation"}
${shared}

${is_async ? "" : `OPERATIONS = {\n${operationsText(document)}}\n`}
#: The longest wait of \`wait\`, in seconds: most payers who confirm at all do so within it.
WAIT_S = 300.0
OPEN_STATUSES = ("pending", "processing")


def _bytes_of(file: Union[bytes, str]) -> bytes:
    return file.encode() if isinstance(file, str) else bytes(file)


${classes.join("\n\n")}

class ${prefix}Resources:
    """The resources of the API."""

    def __init__(self, caller: Any) -> None:
${attributes.join("")}`;
}

function operationsText(document: ApiDocument): string {
  return plannedOperations(document)
    .map(({ id, method, path, needs_private_key, gives }) => {
      const result = gives === null ? "None" : `"${gives}"`;
      return `    "${id}": Operation("${method}", "${path}", ${needs_private_key ? "True" : "False"}, ${result}),\n`;
    })
    .join("");
}

function className(resource: string): string {
  return resource
    .split("_")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
}

function resourceClass({ name, methods }: Resource, write: WriteType, is_async: boolean): string {
  const text = methods.flatMap((method) => [
    methodText(method, write, is_async),
    ...(method.file_query && method.name !== "read_file" ? [fileMethodText(method, write, is_async)] : []),
    ...(method.result.kind === "page" && method.result.have_ids ? [allMethodText(method, write, is_async)] : []),
    ...(method.ends ? [waitMethodText(method, is_async)] : []),
  ]);
  if (name === "events") text.push(followText(is_async));
  return `class ${is_async ? "Async" : ""}${className(name)}:\n    def __init__(self, caller: Any) -> None:\n        self._caller = caller\n\n${text.join("\n")}`;
}

interface Signature {
  readonly parameters: readonly string[];
  readonly arguments: readonly string[];
  readonly input_name: string;
}

function signatureOf({ params, input }: Method): Signature {
  const input_name = input?.kind ?? "query";
  const own = params.map((param) => `${param}: str`);
  const type = input ? `models.${input.type.name}` : "";
  const input_parameters = input
    ? [input.is_required ? `${input_name}: ${type}` : `${input_name}: Optional[${type}] = None`]
    : [];
  const dict = params.length === 0 ? [] : [`params={${params.map((param) => `"${param}": ${param}`).join(", ")}}`];
  const passed = input
    ? [`${input_name}=${input_name}${input.kind === "body" && !input.is_required ? " or {}" : ""}`]
    : [];
  return { parameters: [...own, ...input_parameters], arguments: [...dict, ...passed, "options=options"], input_name };
}

const OPTIONS = "options: Optional[CallOptions] = None";

function methodText(method: Method, write: WriteType, is_async: boolean): string {
  const { parameters, arguments: passed } = signatureOf(method);
  if (method.name === "read_file") return fileMethodText(method, write, is_async);
  return functionText(method.name, ["self", ...parameters, "*", OPTIONS], method, passed, write, is_async);
}

/** Returns a second method for the same operation, with a file in place of the body. */
function fileMethodText(method: Method, write: WriteType, is_async: boolean): string {
  const { name, file_query } = method;
  const query = file_query && name !== "read_file" ? [`query: models.${file_query.name}`] : [];
  const own_name = name === "read_file" ? name : `${name}_${name === "create" ? "from_csv" : "csv"}`;
  const passed = [...(query.length > 0 ? ["query=query"] : []), "file=_bytes_of(file)", "options=options"];
  const parameters = ["self", "file: Union[bytes, str]", ...query, "*", OPTIONS];
  return functionText(own_name, parameters, method, passed, write, is_async);
}

function functionText(
  name: string,
  parameters: readonly string[],
  { operation_id, doc, result }: Method,
  passed: readonly string[],
  write: WriteType,
  is_async: boolean,
): string {
  const { type, expression } = resultText(result, write);
  const call = `${is_async ? "await " : ""}self._caller.call("${operation_id}", ${passed.join(", ")})`;
  const body = expression === null ? `        ${call}\n` : `        answer = ${call}\n        return ${expression}\n`;
  return `    ${is_async ? "async " : ""}def ${name}(${parameters.join(", ")}) -> ${type}:\n${docstring(doc, "        ")}${body}`;
}

/** Returns the type of a result, and the expression that extracts it from the answer. */
function resultText(
  result: Method["result"],
  write: WriteType,
): { readonly type: string; readonly expression: string | null } {
  switch (result.kind) {
    case "nothing":
      return { type: "None", expression: null };
    case "page": {
      const item = `models.${write(result.item, "")}`;
      return { type: `Page[${item}]`, expression: `page_of(answer, "${result.field}", ${item})` };
    }
    case "answer":
      return { type: `models.${result.type.name}`, expression: `models.${result.type.name}(answer)` };
    case "field": {
      const { $ref, items } = result.schema;
      if ($ref !== undefined) {
        const model = `models.${schemaName($ref)}`;
        return { type: model, expression: `${model}(answer["${result.field}"])` };
      }
      if (items === undefined) return { type: write(result.schema, ""), expression: `answer["${result.field}"]` };
      const item = `models.${write(items, "")}`;
      return { type: `List[${item}]`, expression: `[${item}(item) for item in answer["${result.field}"]]` };
    }
  }
}

function allMethodText(method: Method, write: WriteType, is_async: boolean): string {
  if (method.result.kind !== "page") return "";
  const { parameters } = signatureOf(method);
  const name = method.name === "list" ? "all" : method.name.replace(/^list/, "all").replace(/^history$/, "all_history");
  const type = `${is_async ? "AsyncIterator" : "Iterator"}[models.${write(method.result.item, "")}]`;
  const ids = method.params.map((param) => `${param}, `).join("");
  const every = is_async ? "every_item_async" : "every_item";
  const doc = docstring(`Iterates over every item of \`${method.name}\`, newest first, each once.`, "        ");
  return `    def ${name}(${["self", ...parameters, "*", OPTIONS].join(", ")}) -> ${type}:\n${doc}        return ${every}(lambda each: self.${method.name}(${ids}each, options=options), query or {})\n`;
}

function waitMethodText({ params, ends, result }: Method, is_async: boolean): string {
  if (result.kind !== "field") return "";
  const [param = "id"] = params;
  const type = `models.${schemaName(result.schema.$ref ?? "")}`;
  const has_ended =
    ends === "status" ? "one.status not in OPEN_STATUSES" : 'one.progress["pending"] + one.progress["processing"] == 0';
  const doc = docstring(
    "Polls with growing pauses until the record has ended, and returns it. Raises `not_ended` after `wait_s` seconds; the record itself continues.",
    "        ",
  );
  const wait = is_async ? "await self._caller.wait" : "self._caller.wait";
  const parameters = `self, ${param}: str, *, wait_s: float = WAIT_S, ${OPTIONS}`;
  return `    ${is_async ? "async " : ""}def wait(${parameters}) -> ${type}:\n${doc}        return ${wait}(lambda: self.retrieve(${param}, options=options), lambda one: ${has_ended}, wait_s)\n`;
}

function followText(is_async: boolean): string {
  const doc = docstring(
    'Follows the feed: yields every event after a cursor, oldest first and without gaps, then each new one, forever. Store the `cursor` of each event with the work that it caused, and pass the last one as `after` next time; "0" starts at the beginning.',
    "        ",
  );
  return `    def follow(self, after: str, type: Optional[models.EventType] = None, *, every_s: float = 1.0, ${OPTIONS}) -> ${is_async ? "AsyncIterator" : "Iterator"}[models.Event]:\n${doc}        query = {"after": after, **({} if type is None else {"type": type})}\n        return self._caller.follow(lambda each: self.list(each, options=options), query, every_s)\n`;
}

function innerName(name: string, field: string): string {
  return `${name}${className(field)}`;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined
    ? ""
    : text
        .split("\n")
        .map((line) => `${indent}#: ${line}\n`)
        .join("");
}

function docstring(text: string | undefined, indent: string): string {
  return text === undefined
    ? ""
    : `${indent}"""${text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '" ')}"""\n`;
}
