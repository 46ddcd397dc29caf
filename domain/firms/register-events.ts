import type { CompanyRequest } from '../companies/opening.ts';
import { shape, type EventCatalogue, type EventOf } from '../event.ts';

const company = { company_id: shape.id };

export const registerEvents = {
  CompanyFileRegistered: {
    version: 1,
    meaning:
      'The firm added a company file under a code that is unique among its files. The file is opened next, from the content of this event.',
    schema: shape.object({
      ...company,
      public_token: shape.text,
      code: shape.text,
      request: shape.objectOf<CompanyRequest>(),
    }),
  },
  CompanyFileRecoded: {
    version: 1,
    meaning: 'A company file of the firm got another code. The earlier one is free again.',
    schema: shape.object({ ...company, code: shape.text, previous: shape.text }),
  },
  CompanyFileSetAside: {
    version: 1,
    meaning: 'A company file in the recycle bin no longer counts for the licence. Its code stays reserved.',
    schema: shape.object(company),
  },
  CompanyFileTakenBack: {
    version: 1,
    meaning: 'A company file was restored from the recycle bin and counts towards the licence again.',
    schema: shape.object(company),
  },
} satisfies EventCatalogue;

export type RegisterEvent = EventOf<typeof registerEvents>;
