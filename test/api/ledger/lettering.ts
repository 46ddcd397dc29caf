import { systemContext } from '../../../commands/support/context.ts';
import { seal } from '../../../commands/support/sealed-event.ts';
import type { Lettering } from '../../../domain/lettering/lettering-events.ts';
import { letteringCode } from '../../../domain/lettering/lettering-state.ts';
import type { AnswerBody } from '../../support/client.ts';
import type { TestCompany, TestService } from '../../support/service.ts';
import { linesOf } from './support.ts';

/**
 * Letters the first lines of two entries with one another, as another process would: the fact is in the log before the
 * service knows. Gives the id of the lettering.
 */
export async function letterPair(
  { core, events }: TestService,
  file: TestCompany,
  one: AnswerBody,
  other: AnswerBody,
): Promise<number> {
  const history = await events(file.id);
  const { stream, revision, metadata } = history.at(-1)!;
  const earlier = history.flatMap(({ type, data }) =>
    type === 'LinesLettered' ? (data['letterings'] as object[]) : [],
  );
  const [id] = await core.ids.allocate('letterings', 1);
  const lines = [one, other].map((entry) => {
    const { id: line_id, debit, credit } = linesOf(entry)[0]!;
    return { line_id, entry_id: entry.id, line_number: 1, amount: debit === '0.00' ? `-${credit}` : debit };
  });
  const lettering: Lettering = {
    id: id!,
    code: letteringCode(earlier.length + 1),
    account_id: linesOf(one)[0]!.account_id,
    third_party_id: (linesOf(one)[0] as unknown as { third_party_id: number | null }).third_party_id,
    settled_on: [one, other].map((entry) => (entry['entry_date'] as string).slice(0, 10)).sort()[1]!,
    origin: 'manual',
    lines,
  };
  const { event } = seal(
    { type: 'LinesLettered', data: { letterings: [lettering] } as never },
    0,
    { stream, revision, hash: metadata['hash'] as string },
    systemContext('test'),
    {
      companyId: file.id,
      firmId: metadata['firm_id'] as number,
      recordedAt: new Date().toISOString().replace('Z', '000Z'),
    },
  );
  const { position } = await core.log.append({ stream, expectedRevision: revision, events: [event] });
  await core.progress.passed(position);
  return id!;
}
