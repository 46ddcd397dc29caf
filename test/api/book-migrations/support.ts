import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import type { TestCompany } from '../../support/service.ts';

/** Books of other programs as clients hand them over. */

export interface Migration extends AnswerBody {
  id: number;
  status: string;
  errors_count: number;
  problems: {
    severity: string;
    code: string;
    message: string;
    file: string | null;
    line: number | null;
    column: string | null;
  }[];
  trial_balance: { is_equal: boolean | null; years: { source_total: string; migrated_total: string | null }[] } | null;
  done: Record<string, number>;
}

export interface Source {
  readonly name: string;
  readonly content: string | Buffer;
}

export type Fields = Readonly<Record<string, string>>;

export const sendBooks = (client: Client, file: TestCompany, sources: readonly Source[], fields: Fields = {}) =>
  client.upload<Migration>('post', `${file.path}/migrations`, [
    ...sources.map(({ name, content }) => ({ field: 'files[]', name, content, type: 'text/plain' })),
    ...Object.entries(fields).map(([field, content]) => ({ field, content })),
  ]);

/** Gives the address of the migration. */
export async function handOver(
  client: Client,
  file: TestCompany,
  sources: readonly Source[],
  fields: Fields = {},
): Promise<string> {
  const body = await expectStatus(sendBooks(client, file, sources, fields), 202);
  return `${file.path}/migrations/${body.id}`;
}

const OVER: ReadonlySet<string> = new Set(['checked', 'refused', 'completed', 'failed']);

export async function migrate(
  client: Client,
  file: TestCompany,
  sources: readonly Source[],
  fields: Fields = {},
): Promise<Migration> {
  const path = await handOver(client, file, sources, fields);
  for (;;) {
    const { body } = await client.get<Migration>(path);
    if (OVER.has(body.status)) return body;
  }
}

export const errorsOf = ({ problems }: Migration) => problems.filter(({ severity }) => severity === 'error');

/** Breaks off in front of the step behind so many: as the end of a process does, between two appends. */
export function stopsAfter(steps: number): AbortSignal {
  const stopping = new AbortController();
  let left = steps;
  return Object.assign(stopping.signal, {
    throwIfAborted() {
      left -= 1;
      if (left >= 0) return;
      stopping.abort();
      throw new Error('stopped');
    },
  });
}
