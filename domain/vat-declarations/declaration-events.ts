import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** How much time a return is about. */
export const PERIOD_TYPES = ['monthly', 'quarterly', 'yearly'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

/** Boxes that are zero are left out. */
const boxes = shape.list(shape.object({ box: shape.text, amount: shape.signedAmount }));
export type BoxAmount = TypeOf<typeof boxes>[number];

const manual = shape.list(shape.object({ box: shape.text, amount: shape.signedAmount, reason: shape.text }));
export type ManualAmount = TypeOf<typeof manual>[number];

const requests = shape.object({
  restitution: shape.flag,
  payment_forms: shape.flag,
  client_listing_nil: shape.flag,
});
export type ReturnRequests = TypeOf<typeof requests>;

/** What a return says, and what it was made of. */
const computed = {
  /** What the entries of the period come to, to the cent. */
  books: boxes,
  /** What the return before it has left to this one. */
  carried: boxes,
  /** As the form has them. */
  boxes,
  amount_due: shape.amount,
  amount_refund: shape.amount,
};

const changes = shape.object({}, { manual, requests, comment: shape.optionalText });
export type DeclarationChanges = TypeOf<typeof changes>;

export const vatDeclarationEvents = {
  VatDeclarationDrawnUp: {
    version: 1,
    meaning: 'A VAT return of a period was drawn up from what was posted, as a draft.',
    schema: shape.object({
      id: shape.id,
      form: shape.text,
      period_type: shape.oneOf(...PERIOD_TYPES),
      year: shape.positive,
      period: shape.positive,
      label: shape.text,
      starts_on: shape.date,
      ends_on: shape.date,
      due_on: shape.date,
      ...computed,
    }),
  },
  VatDeclarationRefreshed: {
    version: 1,
    meaning: 'A draft of a VAT return was computed again, and its boxes were others.',
    schema: shape.object({ id: shape.id, version: shape.positive, ...computed }),
  },
  VatDeclarationChanged: {
    version: 1,
    meaning:
      'What only a person knows was put into a draft of a VAT return: amounts with a reason, requests, a comment.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      changes,
      previous: changes,
      boxes,
      amount_due: shape.amount,
      amount_refund: shape.amount,
    }),
  },
  VatDeclarationValidated: {
    version: 1,
    meaning:
      'A VAT return was validated: its boxes stand for good, its balance was posted, and its period takes no more VAT.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      ...computed,
      /** What goes into the return after it. */
      carried_forward: boxes,
      /** Of the balance; null where there was nothing to post. */
      journal_entry_id: shape.reference,
    }),
  },
  VatDeclarationFiled: {
    version: 1,
    meaning: 'A validated VAT return was handed to the administration.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      filed_on: shape.date,
      reference: shape.optionalText,
    }),
  },
  VatDeclarationReopened: {
    version: 1,
    meaning: 'A VAT return is a draft again: the entry of its balance is taken back, and its period takes VAT again.',
    schema: shape.object({ id: shape.id, version: shape.positive }),
  },
  VatDeclarationDeleted: {
    version: 1,
    meaning: 'A draft of a VAT return was deleted.',
    schema: shape.object({ id: shape.id, version: shape.positive }),
  },
} satisfies EventCatalogue;

export type VatDeclarationEvent = EventOf<typeof vatDeclarationEvents>;
export type DrawnUpDeclaration = DataOfEvent<typeof vatDeclarationEvents, 'VatDeclarationDrawnUp'>;
