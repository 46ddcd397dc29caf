import type { CompanyRequest } from '../companies/company.ts';
import { shape, type DomainEvent, type EventCatalogue } from '../event.ts';
import type { Language } from '../language.ts';
import { refuse, unreachable, type Decision } from '../refusal.ts';

/** A firm: its team, and the register of the company files that it keeps, each with a code of its own. */

export const FIRM_ROLES = ['admin', 'manager', 'encoder', 'reviewer'] as const;
export type FirmRole = (typeof FIRM_ROLES)[number];

export interface Firm {
  readonly id: number | null;
  readonly members: Readonly<Record<number, { readonly role: FirmRole }>>;
  /** Company id by code. */
  readonly companyCodes: Readonly<Record<string, number>>;
}

export interface FirmDetails {
  readonly name: string;
  readonly country_code: string;
  readonly locale: Language;
  readonly email: string | null;
}

export type FirmCommand =
  | { type: 'OpenFirm'; firmId: number; publicToken: string; details: FirmDetails; adminId: number }
  | { type: 'RegisterCompanyFile'; companyId: number; publicToken: string; request: CompanyRequest };

type Opened = FirmDetails & { id: number; public_token: string; source: string };
type Attached = { user_id: number; role: FirmRole; all_companies: boolean; is_active: boolean };
type Registered = { company_id: number; public_token: string; code: string; request: CompanyRequest };

export type FirmEvent =
  | { type: 'FirmOpened'; data: Opened }
  | { type: 'MemberAttached'; data: Attached }
  | { type: 'CompanyFileRegistered'; data: Registered };

export const firmEvents = {
  FirmOpened: {
    version: 1,
    meaning: 'An accounting firm was opened.',
    schema: shape.object({
      id: shape.id,
      public_token: shape.text,
      name: shape.text,
      country_code: shape.text,
      locale: shape.oneOf('fr', 'nl', 'en', 'de'),
      email: shape.optionalText,
      source: shape.text,
    }),
  },
  MemberAttached: {
    version: 1,
    meaning: 'A user joined the team of the firm.',
    schema: shape.object({
      user_id: shape.id,
      role: shape.oneOf(...FIRM_ROLES),
      all_companies: shape.flag,
      is_active: shape.flag,
    }),
  },
  CompanyFileRegistered: {
    version: 1,
    meaning:
      'The firm took up a company file under a code that no other of its files has; the file is opened next, from what this event holds.',
    schema: shape.object({
      company_id: shape.id,
      public_token: shape.text,
      code: shape.text,
      request: shape.anyObject,
    }),
  },
} satisfies EventCatalogue;

const initialState: Firm = { id: null, members: {}, companyCodes: {} };

function decide(command: FirmCommand, firm: Firm): Decision<DomainEvent> {
  switch (command.type) {
    case 'OpenFirm':
      if (firm.id !== null) return [];
      return asFacts([
        {
          type: 'FirmOpened',
          data: { id: command.firmId, public_token: command.publicToken, ...command.details, source: 'manual' },
        },
        {
          type: 'MemberAttached',
          data: { user_id: command.adminId, role: 'admin', all_companies: true, is_active: true },
        },
      ]);
    case 'RegisterCompanyFile': {
      if (firm.id === null) return refuse('not_found');
      const wanted = command.request.details.code;
      if (wanted !== null && Object.hasOwn(firm.companyCodes, wanted))
        return { refused: true, problems: [{ code: 'code_taken', field: 'code' }] };
      const code = wanted ?? freeCode(command.request.details.name, firm);
      const { companyId: company_id, publicToken: public_token, request } = command;
      return asFacts([{ type: 'CompanyFileRegistered', data: { company_id, public_token, code, request } }]);
    }
    default:
      return unreachable(command);
  }
}

function evolve(firm: Firm, fact: DomainEvent): Firm {
  const event = fact as FirmEvent;
  switch (event.type) {
    case 'FirmOpened':
      return { ...firm, id: event.data.id };
    case 'MemberAttached':
      return { ...firm, members: { ...firm.members, [event.data.user_id]: { role: event.data.role } } };
    case 'CompanyFileRegistered':
      return { ...firm, companyCodes: { ...firm.companyCodes, [event.data.code]: event.data.company_id } };
    default:
      return firm;
  }
}

/** The first letters and digits of the name, with a number behind when another file has them already. */
export function codeFromName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(0, 12);
  return plain === '' ? 'FILE' : plain;
}

function freeCode(name: string, firm: Firm): string {
  const base = codeFromName(name);
  let code = base;
  for (let number = 2; Object.hasOwn(firm.companyCodes, code); number += 1) code = `${base}-${number}`;
  return code;
}

const asFacts = (events: readonly FirmEvent[]) => events as unknown as readonly DomainEvent[];

export const firm = { initialState, decide, evolve };
