import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** Formats of the file: the official one of the country, and two for readers. */
export const FILING_FORMATS = ['xbrl', 'xml', 'json', 'pdf', 'xlsx'] as const;
export type FilingFormat = (typeof FILING_FORMATS)[number];

const optionalAmount = shape.optionalMatching('^-?\\d{1,15}\\.\\d{2}$');

/** Either an amount or a text, with the reason why a person entered it. */
const manual = shape.list(
  shape.object({ code: shape.text, amount: optionalAmount, text: shape.optionalText, reason: shape.text }),
);
export type ManualValue = TypeOf<typeof manual>[number];

/** Boxes that are empty in both years are left out. */
const boxes = shape.list(
  shape.object({ code: shape.text, amount: optionalAmount, previous: optionalAmount, text: shape.optionalText }),
);
export type FiledBox = TypeOf<typeof boxes>[number];

const files = shape.list(
  shape.object({
    format: shape.oneOf(...FILING_FORMATS),
    name: shape.text,
    mime: shape.text,
    size: shape.count,
    sha256: shape.matching('^[0-9a-f]{64}$'),
  }),
);
export type FiledFile = TypeOf<typeof files>[number];

const changes = shape.object({}, { form: shape.optionalText, manual });
export type FilingChanges = TypeOf<typeof changes>;

const ofYear = { fiscal_year_id: shape.id, version: shape.positive };

export const annualFilingEvents = {
  AnnualFilingChanged: {
    version: 1,
    meaning: 'The form of the annual accounts was chosen, or a person entered amounts and texts in it, with a reason.',
    schema: shape.object({ ...ofYear, changes, previous: changes }),
  },
  AnnualFilingFiled: {
    version: 1,
    meaning: 'The annual accounts of a fiscal year were filed. The event has their boxes and the files.',
    schema: shape.object({
      ...ofYear,
      form: shape.text,
      filed_on: shape.date,
      reference: shape.optionalText,
      boxes,
      /** SHA-256 of the content. */
      fingerprint: shape.text,
      /** Position of the log when the books were read. */
      computed_position: shape.count,
      files,
    }),
  },
  AnnualFilingReopened: {
    version: 1,
    meaning: 'The filing of annual accounts was undone: they are a draft again. What had been filed is kept.',
    schema: shape.object(ofYear),
  },
} satisfies EventCatalogue;

export type AnnualFilingEvent = EventOf<typeof annualFilingEvents>;
export type FiledAccounts = DataOfEvent<typeof annualFilingEvents, 'AnnualFilingFiled'>;
