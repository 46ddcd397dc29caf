import { getLastPart, type Schema } from './document.ts';

/** Turns JSON Schema into Python type expressions, and objects into classes. */
export interface PythonTypes {
  /** The expression of a schema. An object without a name gets the suggested one. */
  express(schema: Schema, name: string): string;
  /** Declares a schema under this name. */
  declare(name: string, schema: Schema): void;
  /** The classes and aliases so far, in the order of their declaration. */
  render(): string;
}

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

export const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);

/** `fiscalYear` and `files[]` become `fiscal_year` and `files`; a keyword gets an underscore. */
export function toPythonName(name: string): string {
  const words = name.replace(/\W+/g, '_').replace(/^_+|_+$/g, '');
  const snake = words.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return isIdentifier(snake) ? snake : `${snake}_`;
}

export const toClassName = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Between the quotes of a docstring. */
export const toDocstring = (text: string): string =>
  `"""${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\s+/g, ' ').trim()}"""`;

export function createPythonTypes(schemas: Readonly<Record<string, Schema>>): PythonTypes {
  const declarations = new Map<string, string>();
  const taken = new Set(Object.keys(schemas));

  function reserve(name: string): string {
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
    taken.add(free);
    return free;
  }

  function express(schema: Schema, name: string): string {
    const { $ref, enum: values, anyOf, oneOf, type, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) return getLastPart($ref);
    if (schema.const !== undefined) return `Literal[${toLiteral(schema.const)}]`;
    if (values !== undefined) return `Literal[${values.map(toLiteral).join(', ')}]`;
    const choices = anyOf ?? oneOf;
    if (choices) return unite(choices.map((one) => express(one, name)));
    if (Array.isArray(type)) return unite(type.map((one: string) => express({ ...schema, type: one }, name)));
    if (type === 'array') return `List[${items ? express(items, `${name}Item`) : 'Any'}]`;
    if (properties && Object.keys(properties).length > 0) return declareObject(reserve(name), schema);
    if (type === 'object')
      return typeof additionalProperties === 'object'
        ? `Dict[str, ${express(additionalProperties, `${name}Value`)}]`
        : 'Dict[str, Any]';
    return PLAIN[(type as string | undefined) ?? ''] ?? 'Any';
  }

  function declareObject(name: string, { properties = {}, required = [], description }: Schema): string {
    // Its place: before the classes of its members, which are found while it is written.
    declarations.set(name, '');
    const members = Object.entries(properties).map(([key, one]) => ({
      key,
      isRequired: required.includes(key),
      type: express(one, name + toClassName(key)),
      text: one.description,
    }));
    const [always, sometimes] = [members.filter((one) => one.isRequired), members.filter((one) => !one.isRequired)];
    declarations.set(name, renderObject(name, always, sometimes, description));
    return name;
  }

  return {
    express,
    declare(name, schema) {
      if (schema.properties) return void declareObject(name, schema);
      taken.add(name);
      declarations.set(name, `${name} = ${quoteNames(express(schema, `${name}Item`))}\n`);
    },
    render: () => orderDeclarations(declarations).join('\n\n'),
  };
}

/** Classes first: an alias refers to them when it is read. */
function orderDeclarations(declarations: ReadonlyMap<string, string>): string[] {
  const all = [...declarations.values()];
  const isClass = (text: string): boolean => /^(class |\w+ = TypedDict\()/.test(text);
  return [...all.filter(isClass), ...all.filter((text) => !isClass(text))];
}

interface Member {
  readonly key: string;
  readonly type: string;
  readonly text: string | undefined;
}

/** Required and optional members are two classes, because Python 3.9 cannot mark single ones. */
function renderObject(name: string, always: readonly Member[], sometimes: readonly Member[], text?: string): string {
  const isPlain = [...always, ...sometimes].every(({ key }) => isIdentifier(key));
  if (always.length === 0 || sometimes.length === 0) {
    const [members, isTotal] = sometimes.length === 0 ? [always, true] : [sometimes, false];
    return isPlain ? renderClass(name, 'TypedDict', { members, isTotal, text }) : renderCall(name, members, isTotal);
  }
  const [first, second] = [`_${name}Required`, `_${name}Optional`];
  if (isPlain)
    return [
      renderClass(first, 'TypedDict', { members: always, isTotal: true }),
      renderClass(name, first, { members: sometimes, isTotal: false, text }),
    ].join('\n\n');
  const joined = renderClass(name, `${first}, ${second}`, { members: [], isTotal: true, text });
  return [renderCall(first, always, true), renderCall(second, sometimes, false), joined].join('\n\n');
}

interface ClassBody {
  readonly members: readonly Member[];
  readonly isTotal: boolean;
  readonly text?: string | undefined;
}

function renderClass(name: string, base: string, { members, isTotal, text }: ClassBody): string {
  const lines = members.map(
    ({ key, type, text: told }) => `    ${key}: ${type}\n${told ? `    ${toDocstring(told)}\n` : ''}`,
  );
  const told = text ? `    ${toDocstring(text)}\n${lines.length > 0 ? '\n' : ''}` : '';
  const content = told + lines.join('') || '    pass\n';
  return `class ${name}(${base}${isTotal ? '' : ', total=False'}):\n${content}`;
}

/** For members whose names are keywords, such as `from`. */
function renderCall(name: string, members: readonly Member[], isTotal: boolean): string {
  const pairs = members.map(({ key, type }) => `        ${toLiteral(key)}: ${toPythonString(type)},\n`).join('');
  return `${name} = TypedDict(\n    "${name}",\n    {\n${pairs}    },\n    total=${isTotal ? 'True' : 'False'},\n)\n`;
}

export const toPythonString = (text: string): string => `'${text.replace(/'/g, "\\'")}'`;

function unite(types: readonly string[]): string {
  const all = [...new Set(types)];
  if (all.includes('Any')) return 'Any';
  const others = all.filter((type) => type !== 'None');
  const united = others.length > 1 ? `Union[${others.join(', ')}]` : (others[0] ?? 'None');
  return others.length > 0 && others.length < all.length ? `Optional[${united}]` : united;
}

const toLiteral = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : JSON.stringify(value);

/** An alias is evaluated where it stands, before the classes that follow it. */
const quoteNames = (type: string): string =>
  type.replace(
    /(?<![\w"'])(?!(?:Any|Dict|List|Literal|Optional|Union|None|str|int|float|bool)\b)[A-Za-z_]\w*(?![\w"'])/g,
    (name) => `"${name}"`,
  );
