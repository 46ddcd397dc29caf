import type { CompanyRequest } from '../companies/opening.ts';
import { shape, type EventCatalogue, type EventOf } from '../event.ts';

const company = { company_id: shape.id };

export const registerEvents = {
  CompanyFileRegistered: {
    version: 1,
    meaning:
      'The firm took up a company file under a code that no other of its files has; the file is opened next, from what this event holds.',
    schema: shape.object({
      ...company,
      public_token: shape.text,
      code: shape.text,
      request: shape.objectOf<CompanyRequest>(),
    }),
  },
  CompanyFileRecoded: {
    version: 1,
    meaning: 'A company file of the firm got another code; the earlier one is free again.',
    schema: shape.object({ ...company, code: shape.text, previous: shape.text }),
  },
  CompanyFileSetAside: {
    version: 1,
    meaning: 'A company file in the recycle bin no longer counts for the licence; its code stays its own.',
    schema: shape.object(company),
  },
  CompanyFileTakenBack: {
    version: 1,
    meaning: 'A company file was restored from the recycle bin and counts towards the licence again.',
    schema: shape.object(company),
  },
} satisfies EventCatalogue;

export type RegisterEvent = EventOf<typeof registerEvents>;
