import type { Call } from '../routing/call.ts';
import { translateProblem } from './errors.ts';
import type { Reply } from './reply.ts';
import type { Warning } from './warnings.ts';

/** Adds a warning for each unknown field to the reply. A list, a file or an empty reply has no place for warnings. */
export function withIgnoredFields(reply: Reply, { ignoredFields, language, files }: Call): Reply {
  if (ignoredFields.length === 0 || !isObject(reply.body)) return reply;
  const warnings = ignoredFields.map((problem): Warning => {
    const message = translateProblem(problem, language, files.length > 0);
    return { code: problem.code, message, field: problem.field ?? '' };
  });
  const { warnings: others } = reply.body;
  return { ...reply, body: { ...reply.body, warnings: [...(others ?? []), ...warnings] } };
}

const isObject = (body: unknown): body is { readonly warnings?: readonly unknown[] } =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
