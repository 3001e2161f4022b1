import { fieldError, ServiceError } from "#kernel/errors.ts";

export const FORM_FIELDS_MAX = 1_000;
// The longest name of metadata has 150 characters. A name of 40,000 brackets would take 10 ms.
const NAME_MAX = 1_000;

/** The values of one name: several if it was repeated. */
interface FormValues {
  readonly values: string[];
}

/** The entries in brackets after a name, and the index of the next `[]`, counted as in PHP. */
interface FormGroup {
  readonly entries: Map<string, FormGroup | FormValues>;
  next: number;
}

/**
 * Reads `a=1&b[c]=2&d[]=3` as `{a: "1", b: {c: "2"}, d: ["3"]}`. Indices 0, 1, 2 … without a gap make a list; other
 * numbers are names of a map (interface-decisions 39). A repeated name has a list of values. Throws `bad_request` for a
 * form that cannot be represented exactly: no name is dropped or replaced.
 */
export function parseForm(text: string, nesting_max: number): unknown {
  const fields = text.split("&").filter((field) => field !== "");
  if (fields.length > FORM_FIELDS_MAX) throw formError(`The form has more than ${FORM_FIELDS_MAX} fields`);
  const form = newFormGroup();
  for (const field of fields) {
    const end = field.indexOf("=") < 0 ? field.length : field.indexOf("=");
    const name = decodeFormText(field.slice(0, end));
    addValue(form, name, fieldPath(name, nesting_max), decodeFormText(field.slice(end + 1)));
  }
  return toPlainObject(form);
}

const LONE_PERCENT = /%(?![0-9a-f]{2})/i;
const LONE_PERCENTS = new RegExp(LONE_PERCENT, "gi");

/** Decodes percent escapes as UTF-8. As in browsers, a percent sign without hexadecimal digits stands for itself. */
export function decodeFormText(text: string, source: "form" | "query" = "form"): string {
  const spaced = text.replaceAll("+", " ");
  if (!text.includes("%")) return spaced;
  try {
    return decodeURIComponent(LONE_PERCENT.test(spaced) ? spaced.replace(LONE_PERCENTS, "%25") : spaced);
  } catch (cause) {
    throw new ServiceError("invalid_utf8", `The ${source} is not valid UTF-8`, { cause });
  }
}

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** `metadata[qty][5]` is the path `metadata`, `qty`, `5`. */
function fieldPath(name: string, nesting_max: number): readonly string[] {
  if (name.length > NAME_MAX) throw formError(`The form has a name of more than ${NAME_MAX} characters`);
  if (/^\s*[{[]/.test(name)) {
    throw formError("The body looks like JSON, but its Content-Type says it is a form: send application/json");
  }
  const [, first, brackets = ""] = NAME.exec(name) ?? [];
  if (first === undefined) throw formError(`The form has a name whose brackets do not match: ${truncateName(name)}`);
  const path = brackets === "" ? [first] : [first, ...brackets.slice(1, -1).split("][")];
  if (path.length > nesting_max + 1) throw formError(`The form nests deeper than ${nesting_max} levels`);
  // JSON bodies with these names are refused, too.
  const is_prototype = path.some(
    (step, index) => step === "__proto__" || (step === "constructor" && path[index + 1] === "prototype"),
  );
  if (is_prototype) throw formError(`The form has a name that is not allowed: ${truncateName(name)}`);
  return path;
}

function addValue(form: FormGroup, name: string, path: readonly string[], value: string): void {
  let group = form;
  for (const [index, step] of path.entries()) {
    const key = step === "" ? String(group.next) : step;
    if (/^\d{1,15}$/.test(key)) group.next = Math.max(group.next, Number(key) + 1);
    const is_last = index === path.length - 1;
    const entry = group.entries.get(key) ?? (is_last ? { values: [] } : newFormGroup());
    group.entries.set(key, entry);
    if (is_last && "values" in entry) entry.values.push(value);
    else if (!is_last && "entries" in entry) group = entry;
    else throw formError(`The form gives both a value and parts for ${truncateName(name)}`);
  }
}

function newFormGroup(): FormGroup {
  return { entries: new Map(), next: 0 };
}

function toPlainValue(entry: FormGroup | FormValues): unknown {
  if ("values" in entry) return entry.values.length === 1 ? entry.values[0] : entry.values;
  const items = listItems(entry);
  return items === null ? toPlainObject(entry) : items.map(toPlainValue);
}

/** The entries in order, if their names are the indices of a list; else null. */
function listItems({ entries }: FormGroup): readonly (FormGroup | FormValues)[] | null {
  const items: (FormGroup | FormValues)[] = [];
  for (let index = 0; index < entries.size; index += 1) {
    const item = entries.get(String(index));
    if (item === undefined) return null;
    items.push(item);
  }
  return items;
}

/** No name is `__proto__`: an assignment creates an own property for every other one, such as `toString`. */
function toPlainObject({ entries }: FormGroup): unknown {
  const object: Record<string, unknown> = {};
  for (const [name, entry] of entries) object[name] = toPlainValue(entry);
  return object;
}

const NAME_SHOWN_MAX = 40;

function truncateName(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX);
}

function formError(message: string): ServiceError {
  return new ServiceError("invalid_form", message, { fields: { body: [fieldError("invalid_form", message)] } });
}
