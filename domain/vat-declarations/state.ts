import type { PlainDate } from '../dates.ts';
import type { BoxAmount, PeriodType, VatDeclarationEvent } from './declaration-events.ts';

export const DECLARATION_STATUSES = ['draft', 'validated', 'filed'] as const;
export type DeclarationStatus = (typeof DECLARATION_STATUSES)[number];

/**
 * State of a return that decisions need: its period, its status, and the amounts carried forward. The boxes are not
 * included.
 */
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

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly vatDeclarations: VatDeclarationsState;
  }
}

export const initialVatDeclarations: VatDeclarationsState = [];

export function evolveVatDeclarations(state: VatDeclarationsState, event: VatDeclarationEvent): VatDeclarationsState {
  const { id } = event.data;
  const updateDeclaration = (change: Partial<DeclarationState>): VatDeclarationsState =>
    state.map((one) => (one.id === id ? { ...one, ...change } : one));
  switch (event.type) {
    case 'VatDeclarationDrawnUp':
    case 'VatDeclarationRestored': {
      const { period_type, year, period, starts_on, ends_on } = event.data;
      const version = event.type === 'VatDeclarationRestored' ? event.data.version : 1;
      const drawn = { id, version, status: 'draft', period_type, year, period, starts_on, ends_on } as const;
      return [...state, { ...drawn, carried_forward: [] }];
    }
    case 'VatDeclarationDeleted':
      return state.filter((one) => one.id !== id);
    case 'VatDeclarationValidated': {
      const { version, carried_forward } = event.data;
      return updateDeclaration({ version, status: 'validated', carried_forward });
    }
    case 'VatDeclarationFiled':
      return updateDeclaration({ version: event.data.version, status: 'filed' });
    case 'VatDeclarationReopened':
      return updateDeclaration({ version: event.data.version, status: 'draft', carried_forward: [] });
    case 'VatDeclarationRefreshed':
    case 'VatDeclarationChanged':
      return updateDeclaration({ version: event.data.version });
  }
}

/** The validated return that covers this day. */
export const findClosingReturn = (state: VatDeclarationsState, date: PlainDate): DeclarationState | undefined =>
  state.find(({ status, starts_on, ends_on }) => status !== 'draft' && starts_on <= date && date <= ends_on);

/** Entries with VAT cannot be posted on days covered by a validated return. */
export const isClosedForVat = (state: VatDeclarationsState, date: PlainDate): boolean =>
  findClosingReturn(state, date) !== undefined;
