import type { Json, JsonRecord } from '../json.ts';
import type { Labels } from '../language.ts';

/** Events that webhooks can subscribe to, as data: meaning, ordered fields of `data`, and an example. */
export interface AnnouncedEvent {
  readonly event: string;
  readonly description: Labels;
  /** Whether it concerns the firm rather than one of its company files. */
  readonly firm_level: boolean;
  readonly fields: Readonly<Record<string, Field>>;
}

export interface Field {
  readonly schema: JsonRecord;
  readonly example: Json;
}

const DATE = { type: 'string', format: 'date' };
const MOMENT = { type: 'string', format: 'date-time' };
const AMOUNT = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' };
const toNullable = ({ type, ...rest }: JsonRecord): JsonRecord => ({ type: [type ?? 'null', 'null'], ...rest });

export const integer = (example: number): Field => ({ schema: { type: 'integer' }, example });
export const reference = (example: number | null): Field => ({ schema: { type: ['integer', 'null'] }, example });
export const text = (example: string): Field => ({ schema: { type: 'string' }, example });
export const optionalText = (example: string | null): Field => ({ schema: { type: ['string', 'null'] }, example });
export const word = (example: string, ...others: readonly string[]): Field => ({
  schema: { type: 'string', enum: [example, ...others] },
  example,
});
export const flag = (example: boolean): Field => ({ schema: { type: 'boolean' }, example });
export const date = (example: string): Field => ({ schema: DATE, example });
export const optionalDate = (example: string | null): Field => ({ schema: toNullable(DATE), example });
export const moment = (example: string): Field => ({ schema: MOMENT, example });
export const optionalMoment = (example: string | null): Field => ({ schema: toNullable(MOMENT), example });
export const amount = (example: string): Field => ({ schema: AMOUNT, example });
export const optionalAmount = (example: string | null): Field => ({ schema: toNullable(AMOUNT), example });
