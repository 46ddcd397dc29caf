import { listOperations, type ApiDocument, type Operation, type Parameter, type Schema } from './document.ts';
import {
  createPythonTypes,
  toClassName,
  toDocstring,
  toPythonName,
  toPythonString,
  type PythonTypes,
} from './python-types.ts';

/** The generated modules of the Python package: what the API takes and returns, and a method for each route. */
export interface PythonModules {
  readonly models: string;
  readonly routes: string;
  /** The same for asyncio. */
  readonly asyncRoutes: string;
}

const HEADER = '# Generated from the OpenAPI document by npm run clients:pack. Do not edit.\n';

export function generatePython(document: ApiDocument): PythonModules {
  const types = createPythonTypes(document.components.schemas);
  for (const [name, schema] of Object.entries(document.components.schemas)) types.declare(name, schema);
  const methods = listOperations(document).flatMap((operation) => listMethods(operation, document, types));
  const calls = Object.entries(document.webhooks).map(([name, { post }]) => {
    const schema = post!.requestBody!.content['application/json']!.schema!;
    return types.express(schema, `${toClassName(name)}Event`);
  });
  types.declare('WebhookEvent', { anyOf: [...new Set(calls)].map((name) => ({ $ref: `/${name}` })) });
  return {
    models: `${HEADER}"""The records, requests and responses of the API."""
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

${types.render().trimEnd()}
`,
    routes: renderRoutes(methods, false),
    asyncRoutes: renderRoutes(methods, true),
  };
}

const renderRoutes = (
  methods: readonly Method[],
  isAsync: boolean,
): string => `${HEADER}"""A method for each route of the API${isAsync ? ', for asyncio' : ''}."""
from __future__ import annotations

from typing import Any, ${isAsync ? 'AsyncIterator, BinaryIO, Dict' : 'BinaryIO, Dict, Iterator'}, List, Literal, Optional, Sequence, Union, cast

from . import models
from .files import DownloadedFile, Upload
from .transport import ${isAsync ? 'AsyncTransport, RequestOptions' : 'RequestOptions, Transport'}


class ${isAsync ? 'AsyncRoutes(AsyncTransport)' : 'Routes(Transport)'}:
    """A method for each route of the API, named after its operation."""

${methods
  .map((method) => writeMethod(method, isAsync))
  .join('\n')
  .trimEnd()}
`;

interface Argument {
  /** In Python. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** How the service calls it. */
  readonly key: string;
  readonly place: 'path' | 'query' | 'form' | 'files' | 'body';
}

interface Method {
  readonly name: string;
  readonly operation: Operation;
  readonly args: readonly Argument[];
  readonly returns: string;
  readonly call: 'json' | 'none' | 'file' | 'pages';
}

function listMethods(operation: Operation, { components }: ApiDocument, types: PythonTypes): Method[] {
  const { id, body, form, fileTypes, isBodyRequired } = operation;
  if (fileTypes.includes('text/event-stream')) return [];
  const name = toPythonName(id);
  const title = toClassName(id);
  const express = (schema: Schema, suggested: string): string => qualify(types.express(schema, suggested));
  const given = listArguments(operation, (one) => express(one.schema, title + toClassName(one.name)));
  const bodyArgument = (): Argument[] =>
    body
      ? [{ name: 'body', key: '', place: 'body', isRequired: isBodyRequired, type: express(body, `${title}Body`) }]
      : [];
  const forms = form ? listFormArguments(form, (schema, key) => express(schema, `${title}${toClassName(key)}`)) : [];
  const returns = describeReply(operation, (schema) => express(schema, `${title}Response`));
  const call = returns === 'None' ? 'none' : 'json';
  const methods: Method[] = [];
  const hasJson = operation.replies.some((reply) => reply !== null) || fileTypes.length === 0;
  if (hasJson && (body || !form)) methods.push({ name, operation, args: [...given, ...bodyArgument()], returns, call });
  if (form)
    methods.push({ name: body ? `${name}_upload` : name, operation, args: [...given, ...forms], returns, call });
  const canAsk = !hasJson || given.some(({ key }) => key === 'format');
  if (fileTypes.length > 0 && canAsk)
    methods.push({
      name: hasJson ? `${name}_file` : name,
      operation,
      args: [...given, ...bodyArgument()],
      returns: 'DownloadedFile',
      call: 'file',
    });
  const item = findItem(operation, components.schemas);
  if (item)
    methods.push({
      name: `iter_${name.replace(/^(list|get)_/, '')}`,
      operation,
      args: given.filter(({ key }) => key !== 'page'),
      returns: `Iterator[${express(item, `${title}ResponseDataItem`)}]`,
      call: 'pages',
    });
  return methods.map((method) => ({ ...method, args: distinguishNames(method.args) }));
}

const listArguments = (operation: Operation, express: (one: Parameter) => string): Argument[] =>
  operation.parameters.flatMap((one) =>
    one.in === 'header'
      ? []
      : [
          {
            name: toPythonName(one.name),
            key: one.name,
            place: one.in,
            isRequired: one.required === true,
            type: express(one),
          },
        ],
  );

const RESERVED = ['self', 'into', 'options'];

/** A parameter of the path and one of the query may have the same name. */
function distinguishNames(args: readonly Argument[]): Argument[] {
  const taken = new Set(RESERVED);
  return args.map((one) => {
    let { name } = one;
    while (taken.has(name)) name += '_';
    taken.add(name);
    return { ...one, name };
  });
}

function listFormArguments(form: Schema, express: (schema: Schema, key: string) => string): Argument[] {
  const members = Object.entries(form.properties ?? {}).map(([key, schema]): Argument => {
    const isList = schema.items?.format === 'binary';
    const isFile = isList || schema.format === 'binary';
    return {
      name: toPythonName(key),
      key,
      place: isFile ? 'files' : 'form',
      isRequired: form.required?.includes(key) === true,
      type: isList ? 'Sequence[Upload]' : isFile ? 'Upload' : express(schema, key),
    };
  });
  return members;
}

function describeReply({ replies }: Operation, express: (schema: Schema) => string): string {
  const all = new Map(replies.flatMap((reply) => (reply === null ? [] : [[JSON.stringify(reply), reply] as const])));
  const types = [...new Set([...all.values()].map(express))];
  if (types.length === 0) return 'None';
  return types.length === 1 ? types[0]! : `Union[${types.join(', ')}]`;
}

/** The records of a list that comes in pages. */
function findItem(
  { method, parameters, replies }: Operation,
  schemas: ApiDocument['components']['schemas'],
): Schema | null {
  if (method !== 'GET' || !parameters.some(({ name }) => name === 'page')) return null;
  const reply = replies[0];
  const found = reply?.$ref === undefined ? reply : schemas[reply.$ref.slice(reply.$ref.lastIndexOf('/') + 1)];
  return found?.properties?.['data']?.items ?? null;
}

const PYTHON_WORDS =
  /^(Any|BinaryIO|Dict|Iterator|List|Literal|Optional|Sequence|Union|None|str|int|float|bool|True|False|models)$/;

/** Names of classes are those of the module of models; what is between quotes stays. */
const qualify = (type: string): string =>
  type.replace(/"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*/g, (word) =>
    word.startsWith('"') || PYTHON_WORDS.test(word) ? word : `models.${word}`,
  );

function writeMethod({ name, operation, args, returns, call }: Method, isAsync: boolean): string {
  const ordered = args.filter(({ place }) => place === 'path');
  const named = [...args.filter(({ place }) => place !== 'path')].sort(
    (one, other) => Number(other.isRequired) - Number(one.isRequired),
  );
  const signature = [
    'self',
    ...ordered.map((one) => `${one.name}: ${one.type}`),
    '*',
    ...named.map((one) =>
      one.isRequired ? `${one.name}: ${one.type}` : `${one.name}: ${toOptional(one.type)} = None`,
    ),
    ...(call === 'file' ? ['into: Optional[BinaryIO] = None'] : []),
    'options: Optional[RequestOptions] = None',
  ];
  const members = (place: Argument['place']): string =>
    args
      .filter((one) => one.place === place)
      .map((one) => `${JSON.stringify(one.key)}: ${one.name}`)
      .join(', ');
  const passed = [
    JSON.stringify(operation.method),
    JSON.stringify(operation.path),
    ...(['path', 'query', 'form', 'files'] as const).flatMap((place) =>
      members(place) === '' ? [] : [`${place}={${members(place)}}`],
    ),
    ...(args.some(({ place }) => place === 'body') ? ['body=body'] : []),
    ...(operation.method === 'GET' || operation.hasMutationId ? [] : ['repeatable=False']),
    ...(call === 'file' ? ['into=into'] : []),
    'options=options',
  ];
  // A generator is called without waiting.
  const isWaiting = isAsync && call !== 'pages';
  const returned = isAsync ? returns.replace(/^Iterator\[/, 'AsyncIterator[') : returns;
  return `    ${isWaiting ? 'async ' : ''}def ${name}(
${signature.map((one) => `        ${one},\n`).join('')}    ) -> ${returned}:
        ${toDocstring(operation.summary)}
${writeCall(call, returned, passed, isWaiting ? 'await ' : '')}`;
}

const SENDERS = { none: 'send_json', json: 'send_json', file: 'send_for_file', pages: 'send_for_pages' } as const;

function writeCall(call: Method['call'], returns: string, passed: readonly string[], wait: string): string {
  const given = (indent: string): string => passed.map((one) => `${indent}    ${one},\n`).join('');
  const send = (indent: string): string => `${wait}self.${SENDERS[call]}(\n${given(indent)}${indent})`;
  const outer = ' '.repeat(8);
  if (call === 'none') return `${outer}${send(outer)}\n`;
  if (call === 'file') return `${outer}return ${send(outer)}\n`;
  const inner = ' '.repeat(12);
  return `${outer}return cast(\n${inner}${toPythonString(returns)},\n${inner}${send(inner)},\n${outer})\n`;
}

const toOptional = (type: string): string =>
  type === 'Any' || type.startsWith('Optional[') ? type : `Optional[${type}]`;
