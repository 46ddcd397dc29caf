import { z } from 'zod';
import { isNaturalPerson } from '../../domain/persons/is-natural.ts';
import type { ThirdPartyDraft } from '../../domain/third-parties/fields.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { createRecordApi, type RecordApi } from '../records/record-api.ts';
import { findVatNumberWarnings } from './vat-number-warnings.ts';

export const thirdPartyApi: RecordApi = {
  ...createRecordApi(
    thirdParties,
    {
      create: ({ next }) => ({ type: 'supplier', name: `Supplier ${next()}` }),
      change: { name: 'Other' },
    },
    {
      shows: {
        is_natural_person: z.boolean().meta({
          description:
            'Whether its personal data is encrypted and can be erased. By default true without VAT number and enterprise number.',
        }),
      },
      // The row has the fields of the declaration.
      present: (row) => ({ is_natural_person: isNaturalPerson(row as ThirdPartyDraft) }),
    },
    findVatNumberWarnings,
  ),
  // What more it shows follows from its own fields.
  showsMore: false,
  // Encrypted, so that it cannot be read from the log, a copy of the tables or an export.
  sealed({ secretBox }, body) {
    const number = body['national_number'];
    return typeof number === 'string' ? { ...body, national_number: secretBox.seal(number) } : body;
  },
};
