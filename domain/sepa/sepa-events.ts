import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';
import { CREDIT_TRANSFER_FORMATS, DIRECT_DEBIT_FORMATS, MANDATE_SEQUENCES, MANDATE_TYPES } from './message.ts';

export const SEPA_TYPES = ['credit_transfer', 'direct_debit'] as const;
export type SepaType = (typeof SEPA_TYPES)[number];

/** `created` and `downloaded` files are active: the lines they pay cannot be in another file. */
export const SEPA_STATUSES = ['created', 'downloaded', 'booked', 'cancelled'] as const;
export type SepaStatus = (typeof SEPA_STATUSES)[number];

const address = shape.object(shape.texts('street', 'house_number', 'postal_code', 'city', 'country'));

/** Copied when the file is created and never changed, because the bank may already have received the file. */
const holder = shape.object({
  name: shape.text,
  iban: shape.text,
  bic: shape.optionalText,
  address,
  enterprise_number: shape.optionalText,
  country_pack: shape.text,
});

/** The part of an open line that a payment settles: debit is positive, credit negative. */
const paidLine = shape.object({
  line_id: shape.id,
  entry_id: shape.id,
  line_number: shape.positive,
  account_id: shape.id,
  amount: shape.signedAmount,
});

export type PaidLine = TypeOf<typeof paidLine>;

const payment = shape.object(
  {
    third_party_id: shape.id,
    name: shape.text,
    iban: shape.text,
    bic: shape.optionalText,
    address,
    amount: shape.amount,
    communication: shape.text,
    end_to_end_id: shape.text,
    /** Account of the third party for the part of the payment that no line covers. */
    account_id: shape.id,
    lines: shape.list(paidLine),
  },
  {
    mandate: shape.object({
      reference: shape.text,
      signed_on: shape.date,
      type: shape.oneOf(...MANDATE_TYPES),
      sequence: shape.oneOf(...MANDATE_SEQUENCES),
    }),
  },
);

export type Payment = TypeOf<typeof payment>;

const created = shape.object(
  {
    id: shape.id,
    type: shape.oneOf(...SEPA_TYPES),
    format: shape.oneOf(...CREDIT_TRANSFER_FORMATS, ...DIRECT_DEBIT_FORMATS),
    message_id: shape.text,
    journal_id: shape.id,
    execution_date: shape.date,
    batch_booking: shape.flag,
    control_sum: shape.amount,
    holder,
    payments: shape.list(payment, 1),
  },
  { creditor_identifier: shape.text },
);

export type CreatedSepaFile = TypeOf<typeof created>;

const movedTo = { id: shape.id, version: shape.positive };

export const sepaEvents = {
  SepaFileCreated: {
    version: 1,
    meaning:
      'A file of bank orders was created: payments to suppliers or collections from customers, each with the open lines that it settles.',
    schema: created,
    personal: [
      {
        at: 'payments[]',
        person: { thirdParties: ['third_party_id'] },
        books: [
          'name',
          'iban',
          'bic',
          'address.street',
          'address.house_number',
          'address.postal_code',
          'address.city',
          'mandate.reference',
        ],
        mentions: ['communication'],
      },
    ],
  },
  SepaFileStatusChanged: {
    version: 1,
    meaning:
      'A file of bank orders was downloaded for the first time, booked on the transit account or cancelled, or one of these changes was undone.',
    schema: shape.object(
      { ...movedTo, status: shape.oneOf(...SEPA_STATUSES), previous: shape.oneOf(...SEPA_STATUSES) },
      {
        /** Reason for the cancellation. */
        reason: shape.text,
        /** The entry that booked the file. */
        entry_id: shape.id,
      },
    ),
  },
  SepaFileTrashed: {
    version: 1,
    meaning: 'A file of bank orders that is not booked was moved to the recycle bin. The lines it pays are free again.',
    schema: shape.object(movedTo),
  },
  SepaFileRestored: {
    version: 1,
    meaning: 'A file of bank orders was restored from the recycle bin.',
    schema: shape.object(movedTo),
  },
  SepaFilesPurged: {
    version: 1,
    meaning: 'Files of bank orders were permanently removed from the recycle bin.',
    schema: shape.object({ files: shape.list(shape.object(movedTo), 1) }),
  },
} satisfies EventCatalogue;

export type SepaEvent = EventOf<typeof sepaEvents>;
