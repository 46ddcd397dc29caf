import { createProgress } from '../archive/progress.ts';
import { printResult } from '../script.ts';
import { runTool } from '../tool.ts';
import { findClearValues, type ClearField, type ClearValues } from './clear-values.ts';

/** Lists what the log stores in clear about natural persons and users. Nothing is changed, and no value is shown. */
export const reportPrivacy = ({ json }: { readonly json: boolean }): Promise<void> =>
  runTool(async ({ log, pool }) => {
    const progress = createProgress();
    const found = await findClearValues(log, progress.report);
    progress.end();
    const { rows } = await pool.query<{ stream: string; token: string }>(
      `SELECT 'company-' || id AS stream, public_token AS token FROM read.companies`,
    );
    const tokens = new Map(rows.map(({ stream, token }) => [stream, token]));
    const fields = found.fields.map((field) => ({ ...field, company: tokens.get(field.stream) ?? null }));
    printResult(json, { ...found, fields }, formatReport(found, tokens));
  });

const ADVICE =
  'Run grandlivre log copy --seal to write a new epoch of the log with these fields sealed. Erasure is complete once the ' +
  'old log and its backups are destroyed.';

function formatReport({ events, sealed, clear, fields }: ClearValues, tokens: ReadonlyMap<string, string>): string {
  const summary = `${events} events: ${sealed} with sealed fields, ${clear} with personal fields in clear.`;
  if (fields.length === 0) return summary;
  const lines = [...groupByPlace(fields, tokens)].map(([place, count]) => `  ${place}: ${count}`);
  return [summary, ...lines, ADVICE].join('\n');
}

/** Users are counted together. */
function groupByPlace(fields: readonly ClearField[], tokens: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { stream, type, field, values } of fields) {
    const owner = stream.startsWith('company-')
      ? `company file ${tokens.get(stream) ?? stream}`
      : stream.slice(0, stream.indexOf('-')).concat('s');
    const place = `${owner}, ${type}, ${field}`;
    counts.set(place, (counts.get(place) ?? 0) + values);
  }
  return counts;
}
