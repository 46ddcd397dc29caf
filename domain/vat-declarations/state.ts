import type { PlainDate } from '../dates.ts';
import type { BoxAmount, PeriodType, VatDeclarationEvent } from './declaration-events.ts';

export const DECLARATION_STATUSES = ['draft', 'validated', 'filed'] as const;
export type DeclarationStatus = (typeof DECLARATION_STATUSES)[number];

/** What decisions need to know of a return: its time, how far it is, and what it leaves to the next one. Never its boxes. */
export type DeclarationState = {
  readonly id: number;
  readonly version: number;
  readonly status: DeclarationStatus;
  readonly period_type: PeriodType;
  readonly year: number;
  readonly period: number;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly carried_forward: readonly BoxAmount[];
};

export type VatDeclarationsState = readonly DeclarationState[];

export const initialVatDeclarations: VatDeclarationsState = [];

export function evolveVatDeclarations(state: VatDeclarationsState, event: VatDeclarationEvent): VatDeclarationsState {
  const { id } = event.data;
  const changed = (change: Partial<DeclarationState>): VatDeclarationsState =>
    state.map((one) => (one.id === id ? { ...one, ...change } : one));
  switch (event.type) {
    case 'VatDeclarationDrawnUp': {
      const { period_type, year, period, starts_on, ends_on } = event.data;
      const drawn = { id, version: 1, status: 'draft', period_type, year, period, starts_on, ends_on } as const;
      return [...state, { ...drawn, carried_forward: [] }];
    }
    case 'VatDeclarationDeleted':
      return state.filter((one) => one.id !== id);
    case 'VatDeclarationValidated': {
      const { version, carried_forward } = event.data;
      return changed({ version, status: 'validated', carried_forward });
    }
    case 'VatDeclarationFiled':
      return changed({ version: event.data.version, status: 'filed' });
    case 'VatDeclarationReopened':
      return changed({ version: event.data.version, status: 'draft', carried_forward: [] });
    case 'VatDeclarationRefreshed':
    case 'VatDeclarationChanged':
      return changed({ version: event.data.version });
  }
}

/** The validated return that has the VAT of this day. */
export const closingReturn = (state: VatDeclarationsState, date: PlainDate): DeclarationState | undefined =>
  state.find(({ status, starts_on, ends_on }) => status !== 'draft' && starts_on <= date && date <= ends_on);

/** Nothing with VAT is posted any more where a validated return has it. */
export const isClosedForVat = (state: VatDeclarationsState, date: PlainDate): boolean =>
  closingReturn(state, date) !== undefined;
