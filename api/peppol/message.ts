import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import {
  ANSWER_KINDS,
  MESSAGE_DIRECTIONS,
  MESSAGE_STATUSES,
  MESSAGE_TYPES,
  NETWORKS,
  type MessageFailure,
} from '../../domain/peppol/peppol-events.ts';
import type { MessageRow } from '../../projections/peppol/queries.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';

const MessageError = z
  .object({
    code: z.string().meta({ description: 'Stable machine-readable reason.' }),
    message: z.string().meta({ description: 'In the language of the caller, with the text of the other side.' }),
  })
  .meta({ id: 'PeppolMessageError' });

const Step = z
  .object({
    status: z.enum(MESSAGE_STATUSES),
    at: timestamp.meta({ description: 'When the step was recorded.' }),
    error: MessageError.nullable().meta({ description: 'Why it failed.' }),
    answer: z
      .object({
        kind: z.enum(ANSWER_KINDS).meta({
          description:
            'Source of the response: the transport, the access point of the recipient (MLR), or the recipient (IMR).',
        }),
        code: z.string().nullable().meta({ description: 'Code of UNCL 4343: `AB`, `AP`, `RE`, …' }),
        text: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Response of the network.' }),
  })
  .meta({ id: 'PeppolMessageStep' });

export const PeppolMessage = z
  .object({
    id: recordId,
    direction: z.enum(MESSAGE_DIRECTIONS),
    network: z
      .enum(NETWORKS)
      .meta({ description: 'How it travels: Peppol, or the approved platform of a French company.' }),
    document_id: recordId.nullable().meta({ description: 'The document that was sent.' }),
    import_id: recordId.nullable().meta({ description: 'Import created from the received message.' }),
    participant: z.string().meta({ description: 'The other side, such as `0208:0477472701`.' }),
    document_type: z.enum(MESSAGE_TYPES),
    status: z.enum(MESSAGE_STATUSES),
    error: MessageError.nullable().meta({ description: 'Reason of the failure; null if there is none.' }),
    envelope_id: z.string().nullable().meta({ description: 'Identifier of the message in the network.' }),
    history: z.array(Step),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'PeppolMessage' });

export function presentMessage(row: MessageRow, language: Language): z.output<typeof PeppolMessage> {
  return {
    id: row.id,
    direction: row.direction,
    network: row.network,
    document_id: row.document_id,
    import_id: row.import_id,
    participant: row.participant,
    document_type: row.document_type,
    status: row.status,
    error: row.error && presentFailure(row.error, language),
    envelope_id: row.envelope_id,
    history: row.history.map(({ status, at, error, answer }) => ({
      status,
      at,
      error: error && presentFailure(error, language),
      answer,
    })),
    version: row.version,
    lock_version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

const presentFailure = ({ code, detail }: MessageFailure, language: Language) => ({
  code,
  message: isMessageKey(code) ? translate(code, language, { detail: detail ?? '-', status: '-' }) : (detail ?? code),
});
