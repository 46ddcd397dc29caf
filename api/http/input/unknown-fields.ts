import type { z } from 'zod';
import type { Problem } from '../../../domain/refusal.ts';
import { formOf, NO_MEMBERS, type InputForm, type ObjectForm } from './input-form.ts';
import type { Route } from '../routing/route.ts';
import { unknownField } from './unknown-field.ts';

/**
 * A name that a route does not know is a misspelling, and whoever wrote it believes that it counts: it is refused, with
 * the name that was probably meant. What only the service writes, such as `id` or `created_at`, may come back with the
 * record that it was read with, and is left alone.
 */
export interface UnknownFields {
  /** Of a JSON body or of the fields of a form. */
  body(route: Route): (value: unknown) => Problem[];
  query(route: Route): (query: object) => Problem[];
}

/** Such bodies are written for another API: the first hundred names are enough to see it. */
const MAX_PROBLEMS = 100;
/** A list in a path: its items are all alike. */
const ANY_ITEM = '*';

export function unknownFieldsOf(routes: readonly Route[]): UnknownFields {
  // Every body of the table is looked at for this, which is put off until one of them arrives.
  let known: Written | null = null;
  const writtenBy = () => (known ??= writtenPaths(routes));
  return {
    body(route) {
      const form = route.body === undefined ? NO_MEMBERS : formOf(route.body);
      if (form === null) return () => [];
      const written = writtenBy();
      const left = new Map(
        answersOf(route).flatMap((answer) => {
          const others = written.get(nameOf(answer));
          return recordMembers(formOf(answer), written).filter(([path]) => !others?.has(path) || isId(path));
        }),
      );
      return (value) => {
        const problems: Problem[] = [];
        look(form, value, '', '', left, problems);
        return problems;
      };
    },
    query(route) {
      const form = route.query === undefined ? NO_MEMBERS : formOf(route.query);
      const known = form?.kind === 'object' ? new Set([...form.members.keys(), 'lang']) : null;
      return (query) => {
        if (known === null) return [];
        return Object.keys(query)
          .filter((name) => !known.has(name))
          .slice(0, MAX_PROBLEMS)
          .map((name) => unknownField(name, name, known));
      };
    },
  };
}

/** Some routes are told by its id which part of a record they are to change: nobody ever writes it. */
const isId = (path: string): boolean => /(^|\.)id$/.test(path);

/** Members that only the service writes, by their path in the body, and what they look like when they are sent back. */
type Left = ReadonlyMap<string, InputForm>;

/** @param path as in `left`; @param place where the value is in this body */
function look(form: InputForm, value: unknown, path: string, place: string, left: Left, problems: Problem[]): void {
  if (form === null || typeof value !== 'object' || value === null) return;
  switch (form.kind) {
    case 'list':
      if (!Array.isArray(value)) return;
      for (let index = 0; index < value.length && problems.length < MAX_PROBLEMS; index += 1)
        look(form.item, value[index], below(path, ANY_ITEM), below(place, String(index)), left, problems);
      return;
    case 'choice': {
      const told = (value as Readonly<Record<string, unknown>>)[form.member];
      return look(form.forms.get(told) ?? null, value, path, place, left, problems);
    }
    case 'object':
      if (!Array.isArray(value)) lookAtMembers(form, value, path, place, left, problems);
  }
}

function lookAtMembers(
  { members }: ObjectForm,
  value: object,
  path: string,
  place: string,
  left: Left,
  problems: Problem[],
): void {
  for (const [name, member] of Object.entries(value)) {
    if (problems.length >= MAX_PROBLEMS) return;
    const form = members.get(name);
    if (form !== undefined) {
      if (form !== null) look(form, member, below(path, name), below(place, name), left, problems);
      continue;
    }
    const shown = left.get(below(path, name));
    if (shown === undefined || !looksLike(shown, member))
      problems.push(unknownField(below(place, name), name, members.keys()));
  }
}

/** Whether it may have been read here: a number for what is shown as a record was meant as something else. */
function looksLike(form: InputForm, value: unknown): boolean {
  if (form === null || value === null) return true;
  if (form.kind === 'list') return Array.isArray(value) && value.every((item) => looksLike(form.item, item));
  return typeof value === 'object' && !Array.isArray(value);
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Schemas of the good answers that have a body. */
function answersOf({ replies }: Route): z.ZodType[] {
  return Object.entries(replies).flatMap(([status, answer]) => (Number(status) < 300 && answer ? [answer] : []));
}

const nameOf = (answer: z.ZodType): unknown => answer.meta()?.id ?? answer;

type Written = ReadonlyMap<unknown, ReadonlySet<string>>;

/** What some route takes from its clients, by the record that the route answers with. */
function writtenPaths(routes: readonly Route[]): Written {
  const written = new Map<unknown, Set<string>>();
  for (const route of routes) {
    if (route.body === undefined) continue;
    const paths = membersOf(formOf(route.body)).map(([path]) => path);
    for (const answer of answersOf(route)) {
      const known = written.get(nameOf(answer));
      if (known) paths.forEach((path) => known.add(path));
      else written.set(nameOf(answer), new Set(paths));
    }
  }
  return written;
}

/** Every member, at whatever depth, with its path. */
function membersOf(form: InputForm, path = ''): [path: string, form: InputForm][] {
  switch (form?.kind) {
    case 'list':
      return membersOf(form.item, below(path, ANY_ITEM));
    case 'choice':
      return [...form.forms.values()].flatMap((one) => membersOf(one, path));
    case 'object':
      return [...form.members].flatMap(([name, member]) => [
        [below(path, name), member],
        ...membersOf(member, below(path, name)),
      ]);
    default:
      return [];
  }
}

/**
 * Members of the records of an answer. An answer that is no record, such as a report, is nothing to be sent back; nor
 * is a part that clients change elsewhere, such as the settings of a company file.
 */
function recordMembers(form: InputForm, written: Written, path = ''): [path: string, form: InputForm][] {
  if (form?.kind === 'list') return recordMembers(form.item, written, below(path, ANY_ITEM));
  if (form?.kind !== 'object') return [];
  if (!isRecord(form))
    return [...form.members].flatMap(([name, member]) => recordMembers(member, written, below(path, name)));
  return [...form.members].flatMap(([name, member]) =>
    isWrittenElsewhere(member, written)
      ? []
      : [[below(path, name), member] as [string, InputForm], ...membersOf(member, below(path, name))],
  );
}

const RECORD_MARKS = ['id', 'public_token', 'version'] as const;
const isRecord = ({ members }: ObjectForm): boolean => RECORD_MARKS.some((name) => members.has(name));
const isWrittenElsewhere = (form: InputForm, written: Written): boolean =>
  form?.kind === 'object' && !isRecord(form) && written.has(form.schema);
