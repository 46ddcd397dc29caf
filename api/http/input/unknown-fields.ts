import type { z } from 'zod';
import type { Problem } from '../../../domain/refusal.ts';
import { buildInputForm, NO_MEMBERS, type InputForm, type ObjectForm } from './input-form.ts';
import type { Route } from '../routing/route.ts';
import { buildUnknownFieldProblem } from './unknown-field.ts';

/**
 * Rejects fields that a route does not know, and suggests the name that was probably meant: an unknown name is a
 * misspelling that the client believes to count. Fields that only the service writes, such as `id` or `created_at`, may
 * be sent back with the record they were read with and are ignored.
 */
export interface UnknownFields {
  /** Checks a JSON body or the fields of a form. */
  checkBody(route: Route): (value: unknown) => readonly Problem[];
  checkQuery(route: Route): (query: object) => Problem[];
}

/** A body with this many unknown names was written for another API: the first hundred are enough to show it. */
const MAX_PROBLEMS = 100;
/** Stands for any index of a list in a path: all items are alike. */
const ANY_ITEM = '*';

/** Added to addresses by mail programs, and by browsers that must not use a cache. */
const ALWAYS_IGNORED = ['utm_*', '_'];

/** @param ignoredQuery parameters that every query may have; `*` at the end stands for any rest of the name */
export function createUnknownFieldsCheck(
  routes: readonly Route[],
  ignoredQuery: readonly string[] = [],
): UnknownFields {
  const ignored = [...ALWAYS_IGNORED, ...ignoredQuery];
  const isIgnored = (name: string): boolean =>
    ignored.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  // Computing this inspects every body of the route table, so it is deferred until the first body arrives.
  let known: Written | null = null;
  const getWrittenPaths = () => (known ??= collectWrittenPaths(routes));
  return {
    checkBody(route) {
      const form = route.body === undefined ? NO_MEMBERS : buildInputForm(route.body);
      if (form === null) return () => [];
      const written = getWrittenPaths();
      const left = new Map(
        listReplySchemas(route).flatMap((answer) => {
          const others = written.get(getSchemaKey(answer));
          return listRecordMembers(buildInputForm(answer), written).filter(
            ([path]) => !others?.has(path) || isIdPath(path),
          );
        }),
      );
      return (value) => {
        return findUnknownMembers(form, value, left);
      };
    },
    checkQuery(route) {
      const form = route.query === undefined ? NO_MEMBERS : buildInputForm(route.query);
      const known = form?.kind === 'object' ? new Set([...form.members.keys(), 'lang']) : null;
      return (query) => {
        if (known === null) return [];
        return Object.keys(query)
          .filter((name) => !known.has(name) && !isIgnored(name))
          .slice(0, MAX_PROBLEMS)
          .map((name) => buildUnknownFieldProblem(name, name, known));
      };
    },
  };
}

/** Some routes use an id to select the part of a record to change; clients never write the id itself. */
const isIdPath = (path: string): boolean => /(^|\.)id$/.test(path);

/** Members that only the service writes, by path in the body, with the form they have when they are sent back. */
type Left = ReadonlyMap<string, InputForm>;

function findUnknownMembers(whole: InputForm, body: unknown, left: Left): readonly Problem[] {
  const problems: Problem[] = [];

  /** @param path as in `left`; @param place position of the value in this body */
  function checkValue(form: InputForm, value: unknown, path: string, place: string): void {
    if (form === null || typeof value !== 'object' || value === null) return;
    switch (form.kind) {
      case 'list':
        if (!Array.isArray(value)) return;
        for (let index = 0; index < value.length && problems.length < MAX_PROBLEMS; index += 1)
          checkValue(form.item, value[index], joinPath(path, ANY_ITEM), joinPath(place, String(index)));
        return;
      case 'choice': {
        const kind = (value as Readonly<Record<string, unknown>>)[form.member];
        return checkValue(form.forms.get(kind) ?? null, value, path, place);
      }
      case 'object':
        if (!Array.isArray(value)) checkMembers(form, value, path, place);
    }
  }

  function checkMembers({ members }: ObjectForm, value: object, path: string, place: string): void {
    for (const [name, member] of Object.entries(value)) {
      if (problems.length >= MAX_PROBLEMS) return;
      const form = members.get(name);
      if (form !== undefined) {
        if (form !== null) checkValue(form, member, joinPath(path, name), joinPath(place, name));
        continue;
      }
      const shown = left.get(joinPath(path, name));
      if (shown === undefined || !matchesForm(shown, member))
        problems.push(buildUnknownFieldProblem(joinPath(place, name), name, members.keys()));
    }
  }

  checkValue(whole, body, '', '');
  return problems;
}

/** Whether the value can have been read from the API: a number where a record is shown meant something else. */
function matchesForm(form: InputForm, value: unknown): boolean {
  if (form === null || value === null) return true;
  if (form.kind === 'list') return Array.isArray(value) && value.every((item) => matchesForm(form.item, item));
  return typeof value === 'object' && !Array.isArray(value);
}

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Schemas of the successful replies that have a body. */
function listReplySchemas({ replies }: Route): z.ZodType[] {
  return Object.entries(replies).flatMap(([status, answer]) => (Number(status) < 300 && answer ? [answer] : []));
}

const getSchemaKey = (answer: z.ZodType): unknown => answer.meta()?.id ?? answer;

type Written = ReadonlyMap<unknown, ReadonlySet<string>>;

/** Paths that any route accepts from its clients, by the record that the route replies with. */
function collectWrittenPaths(routes: readonly Route[]): Written {
  const written = new Map<unknown, Set<string>>();
  for (const route of routes) {
    if (route.body === undefined) continue;
    const paths = listMembers(buildInputForm(route.body)).map(([path]) => path);
    for (const answer of listReplySchemas(route)) {
      const known = written.get(getSchemaKey(answer));
      if (known) paths.forEach((path) => known.add(path));
      else written.set(getSchemaKey(answer), new Set(paths));
    }
  }
  return written;
}

/** Every member at any depth, with its path. */
function listMembers(form: InputForm, path = ''): [path: string, form: InputForm][] {
  switch (form?.kind) {
    case 'list':
      return listMembers(form.item, joinPath(path, ANY_ITEM));
    case 'choice':
      return [...form.forms.values()].flatMap((one) => listMembers(one, path));
    case 'object':
      return [...form.members].flatMap(([name, member]) => [
        [joinPath(path, name), member],
        ...listMembers(member, joinPath(path, name)),
      ]);
    default:
      return [];
  }
}

/**
 * Members of the records in a reply. A reply that is not a record, such as a report, is never sent back; nor is a part
 * that clients change elsewhere, such as the settings of a company file.
 */
function listRecordMembers(form: InputForm, written: Written, path = ''): [path: string, form: InputForm][] {
  if (form?.kind === 'list') return listRecordMembers(form.item, written, joinPath(path, ANY_ITEM));
  if (form?.kind !== 'object') return [];
  if (!isRecord(form))
    return [...form.members].flatMap(([name, member]) => listRecordMembers(member, written, joinPath(path, name)));
  return [...form.members].flatMap(([name, member]) =>
    isWrittenElsewhere(member, written)
      ? []
      : [[joinPath(path, name), member] as [string, InputForm], ...listMembers(member, joinPath(path, name))],
  );
}

const RECORD_MARKS = ['id', 'public_token', 'version'] as const;
const isRecord = ({ members }: ObjectForm): boolean => RECORD_MARKS.some((name) => members.has(name));
const isWrittenElsewhere = (form: InputForm, written: Written): boolean =>
  form?.kind === 'object' && !isRecord(form) && written.has(form.schema);
