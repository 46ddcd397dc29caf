import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { LIFECYCLE_SIDES } from '../../domain/lifecycle/lifecycle-events.ts';
import { findLifecycleStatus, LIFECYCLE_REASONS } from '../../domain/lifecycle/statuses.ts';
import { NETWORKS } from '../../domain/peppol/peppol-events.ts';
import type { LifecycleRow } from '../../projections/lifecycle/queries.ts';
import type { MessageRow } from '../../projections/peppol/queries.ts';
import { recordId, timestamp } from '../http/reply/output.ts';

const shown = {
  status: z.string().meta({
    description:
      'Code of the network: 200 to 601 for approved platforms of France, `AB`, `IP`, `UQ`, `CA`, `RE`, `AP`, `PD` for Peppol.',
  }),
  label: z.string().meta({ description: 'Name of the status in the language of the caller.' }),
  at: timestamp.meta({ description: 'When it was stated.' }),
  by: z.enum(LIFECYCLE_SIDES).meta({ description: 'Who stated it: us, the platform, or the other side.' }),
  reason_code: z.string().nullable().meta({ description: 'Code of the closed list of the status.' }),
  reason: z.string().nullable().meta({ description: 'The reason in words.' }),
  amount: z.string().nullable().meta({ description: 'Amount received, for status 212.' }),
};

export const LifecycleStep = z.object(shown).meta({ id: 'DocumentLifecycleStep' });

/** A step as a record of its own, for synchronisation. */
export const RecordedStep = z
  .object({
    id: recordId,
    document_id: recordId.meta({ description: 'The document that was exchanged.' }),
    network: z.enum(NETWORKS).meta({ description: 'Network of the exchange.' }),
    ...shown,
    version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'RecordedDocumentLifecycleStep' });

const translateStatus = (status: string, language: Language): string =>
  findLifecycleStatus(status)?.labels[language] ?? status;

export function presentStep(
  { status, at, by, reason_code, reason, amount }: LifecycleRow,
  language: Language,
): z.output<typeof LifecycleStep> {
  const words = reason ?? (reason_code === null ? null : (LIFECYCLE_REASONS.get(reason_code)?.[language] ?? null));
  return { status, label: translateStatus(status, language), at, by, reason_code, reason: words, amount };
}

export const presentRecordedStep = (row: LifecycleRow, language: Language): z.output<typeof RecordedStep> => ({
  id: row.id,
  document_id: row.document_id,
  network: row.network,
  ...presentStep(row, language),
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Responses of the recipient that came through Peppol, which its messages keep. */
export const presentResponses = (
  messages: readonly MessageRow[],
  language: Language,
): readonly z.output<typeof LifecycleStep>[] =>
  messages.flatMap(({ history }) =>
    history.flatMap(({ at, answer }) =>
      answer?.kind === 'imr' && answer.code !== null
        ? [
            {
              status: answer.code,
              label: translateStatus(answer.code, language),
              at,
              by: 'partner' as const,
              reason_code: null,
              reason: answer.text,
              amount: null,
            },
          ]
        : [],
    ),
  );
