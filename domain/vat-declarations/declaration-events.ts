import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** Length of the period of a return. */
export const PERIOD_TYPES = ['monthly', 'quarterly', 'yearly'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

/** Boxes with a zero amount are left out. */
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

/** The amounts of a return and their sources. */
const computed = {
  /** Totals of the entries of the period, to the cent. */
  books: boxes,
  /** Amounts carried over from the previous return. */
  carried: boxes,
  /** As on the form. */
  boxes,
  amount_due: shape.amount,
  amount_refund: shape.amount,
};

const changes = shape.object({}, { manual, requests, comment: shape.optionalText });
export type DeclarationChanges = TypeOf<typeof changes>;

export const vatDeclarationEvents = {
  VatDeclarationDrawnUp: {
    version: 1,
    meaning: 'A draft VAT return was created for a period from the posted entries.',
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
    meaning: 'A draft VAT return was recomputed, and its boxes changed.',
    schema: shape.object({ id: shape.id, version: shape.positive, ...computed }),
  },
  VatDeclarationChanged: {
    version: 1,
    meaning:
      'Information that only a person can provide was entered in a draft VAT return: amounts with a reason, requests, a comment.',
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
      'A VAT return was validated: its boxes are final, its balance was posted, and its period is closed for VAT.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      ...computed,
      /** Amounts carried over to the next return. */
      carried_forward: boxes,
      /** Entry of the balance; null if there was nothing to post. */
      journal_entry_id: shape.reference,
    }),
  },
  VatDeclarationFiled: {
    version: 1,
    meaning: 'A validated VAT return was filed with the administration.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      filed_on: shape.date,
      reference: shape.optionalText,
    }),
  },
  VatDeclarationReopened: {
    version: 1,
    meaning:
      'A VAT return was reopened as a draft: the entry of its balance is reversed, and its period is open for VAT again.',
    // The reason is given if the return had been filed.
    schema: shape.object({ id: shape.id, version: shape.positive }, { reason: shape.text }),
  },
  VatDeclarationDeleted: {
    version: 1,
    meaning: 'A draft VAT return was deleted.',
    schema: shape.object({ id: shape.id, version: shape.positive }),
  },
  VatDeclarationRestored: {
    version: 1,
    meaning: 'The deletion of a draft VAT return was undone.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      period_type: shape.oneOf(...PERIOD_TYPES),
      year: shape.positive,
      period: shape.positive,
      starts_on: shape.date,
      ends_on: shape.date,
    }),
  },
} satisfies EventCatalogue;

export type VatDeclarationEvent = EventOf<typeof vatDeclarationEvents>;
export type DrawnUpDeclaration = DataOfEvent<typeof vatDeclarationEvents, 'VatDeclarationDrawnUp'>;
