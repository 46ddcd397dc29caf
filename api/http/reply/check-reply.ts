import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Reply } from './reply.ts';
import type { Route } from '../routing/route.ts';

/** A response that its route does not declare: a bug, found by the tests. */
export class UndeclaredReply extends Error {
  constructor(route: Route, status: number, difference: string) {
    super(`${route.method.toUpperCase()} ${route.path} answers ${status} with an undeclared response: ${difference}`);
    this.name = 'UndeclaredReply';
  }
}

/** @throws UndeclaredReply if the status or body does not match the declaration, or the body has extra members. */
export function checkReply(route: Route, reply: Reply): void {
  const schema = route.replies[reply.status];
  if (schema === undefined) throw new UndeclaredReply(route, reply.status, 'this status is not declared');
  if (reply.raw !== undefined && !isJsonText(reply)) {
    const type = reply.headers?.['Content-Type'] ?? 'without a type';
    if (route.fileTypes && !route.fileTypes.includes(type))
      throw new UndeclaredReply(route, reply.status, `file type ${type} is not declared`);
    return;
  }
  if (schema === null) {
    if (reply.body !== undefined) throw new UndeclaredReply(route, reply.status, 'no body is declared');
    return;
  }
  const text = typeof reply.raw === 'string' ? reply.raw : JSON.stringify(reply.body);
  const sent: unknown = text === undefined ? undefined : withoutErasureMark(JSON.parse(text), reply);
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new UndeclaredReply(route, reply.status, z.prettifyError(parsed.error));
  const difference = findFirstDifference(sent, parsed.data, 'body');
  if (difference !== null) throw new UndeclaredReply(route, reply.status, `${difference} is not declared`);
}

/** The router adds it to reports of an earlier moment. */
function withoutErasureMark(sent: unknown, { headers }: Reply): unknown {
  if (headers?.['X-Erased-Since'] === undefined || typeof sent !== 'object' || sent === null) return sent;
  const { erased_since: _mark, ...rest } = sent as Readonly<Record<string, unknown>>;
  return Array.isArray(sent) ? sent : rest;
}

/** A cached serialised response must match its declaration like any other. */
const isJsonText = ({ raw, headers }: Reply) =>
  typeof raw === 'string' && headers?.['Content-Type']?.startsWith('application/json') === true;

/** Schemas drop unknown members: a member missing after parsing was sent without being declared. */
function findFirstDifference(sent: unknown, declared: unknown, path: string): string | null {
  if (isDeepStrictEqual(sent, declared)) return null;
  if (typeof sent !== 'object' || sent === null || typeof declared !== 'object' || declared === null) return path;
  for (const [key, value] of Object.entries(sent)) {
    if (!Object.hasOwn(declared, key)) return `${path}.${key}`;
    const difference = findFirstDifference(value, (declared as Record<string, unknown>)[key], `${path}.${key}`);
    if (difference !== null) return difference;
  }
  return path;
}
