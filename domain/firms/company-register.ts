import type { CompanyRequest } from '../companies/opening.ts';
import { invalid, refuse, unreachable, type Decision } from '../refusal.ts';
import type { RegisterEvent } from './register-events.ts';
import type { CompanyRegister, Firm } from './state.ts';
import { allowedCompanies } from '../licence/licence.ts';

/** The register of the company files that a firm keeps, each with a code that no other of them has. */

export interface RegisterCompanyFile {
  readonly type: 'RegisterCompanyFile';
  readonly companyId: number;
  readonly publicToken: string;
  readonly request: CompanyRequest;
  /** The member who opens it; one who sees only some of the files is to see this one too. */
  readonly registeredBy?: number;
  /** ISO 8601: what the licence allows depends on the day. */
  readonly now: string;
}

/** The file gets another code, goes to the recycle bin, or comes back from it. */
export type ChangeRegister =
  | { readonly type: 'RecodeCompanyFile'; readonly companyId: number; readonly code: string }
  | { readonly type: 'SetCompanyFileAside'; readonly companyId: number }
  | { readonly type: 'TakeCompanyFileBack'; readonly companyId: number; readonly now: string };

export function decideRegister(
  command: RegisterCompanyFile | ChangeRegister,
  { companies, licence }: Firm,
): Decision<RegisterEvent> {
  const { codes, setAside } = companies;
  const { companyId: company_id } = command;
  switch (command.type) {
    case 'RegisterCompanyFile': {
      const { publicToken: public_token, request } = command;
      const wanted = request.details.code;
      if (isFull(companies, licence, command.now)) return limitReached(licence, command.now);
      if (wanted !== null && codes.has(wanted)) return codeTaken;
      const code = wanted ?? freeCode(request.details.name, codes);
      return [{ type: 'CompanyFileRegistered', data: { company_id, public_token, code, request } }];
    }
    case 'RecodeCompanyFile': {
      const previous = codeOf(companies, company_id);
      if (previous === undefined) return refuse('not_found');
      if (previous === command.code) return [];
      if (codes.has(command.code)) return codeTaken;
      return [{ type: 'CompanyFileRecoded', data: { company_id, code: command.code, previous } }];
    }
    case 'SetCompanyFileAside':
      return setAside.has(company_id) ? [] : [{ type: 'CompanyFileSetAside', data: { company_id } }];
    case 'TakeCompanyFileBack':
      if (!setAside.has(company_id)) return [];
      if (isFull(companies, licence, command.now)) return limitReached(licence, command.now);
      return [{ type: 'CompanyFileTakenBack', data: { company_id } }];
    default:
      return unreachable(command);
  }
}

const codeTaken = invalid([{ code: 'code_taken', field: 'code' }]);

const isFull = ({ codes, setAside }: CompanyRegister, licence: Firm['licence'], now: string): boolean =>
  codes.size - setAside.size >= allowedCompanies(licence, now);

const limitReached = (licence: Firm['licence'], now: string) =>
  refuse('company_limit_reached', { params: { max: allowedCompanies(licence, now) } });

function codeOf({ codes }: CompanyRegister, companyId: number): string | undefined {
  for (const [code, id] of codes.entries()) if (id === companyId) return code;
  return undefined;
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

function freeCode(name: string, codes: CompanyRegister['codes']): string {
  const base = codeFromName(name);
  let code = base;
  for (let number = 2; codes.has(code); number += 1) code = `${base}-${number}`;
  return code;
}
