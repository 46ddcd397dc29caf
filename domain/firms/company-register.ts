import type { CompanyRequest } from '../companies/opening.ts';
import { refuseInvalid, refuse, assertUnreachable, type Decision } from '../refusal.ts';
import type { RegisterEvent } from './register-events.ts';
import type { CompanyRegister, Firm } from './state.ts';
import { getAllowedCompanies } from '../licence/licence.ts';

/** The register of a firm's company files. Each file has a code that is unique within the firm. */

export interface RegisterCompanyFile {
  readonly type: 'RegisterCompanyFile';
  readonly companyId: number;
  readonly publicToken: string;
  readonly request: CompanyRequest;
  /** The member who opens the file. A member with limited access also gets access to this file. */
  readonly registeredBy?: number;
  /** ISO 8601. The limits of the licence depend on the date. */
  readonly now: string;
}

/** Changes the code of a file, moves the file to the recycle bin, or restores it. */
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
      const requested = request.details.code;
      if (isFull(companies, licence, command.now)) return refuseCompanyLimit(licence, command.now);
      if (requested !== null && codes.has(requested)) return codeTaken;
      const code = requested ?? findFreeCode(request.details.name, codes);
      return [{ type: 'CompanyFileRegistered', data: { company_id, public_token, code, request } }];
    }
    case 'RecodeCompanyFile': {
      const previous = findCompanyCode(companies, company_id);
      if (previous === undefined) return refuse('not_found');
      if (previous === command.code) return [];
      if (codes.has(command.code)) return codeTaken;
      return [{ type: 'CompanyFileRecoded', data: { company_id, code: command.code, previous } }];
    }
    case 'SetCompanyFileAside':
      return setAside.has(company_id) ? [] : [{ type: 'CompanyFileSetAside', data: { company_id } }];
    case 'TakeCompanyFileBack':
      if (!setAside.has(company_id)) return [];
      if (isFull(companies, licence, command.now)) return refuseCompanyLimit(licence, command.now);
      return [{ type: 'CompanyFileTakenBack', data: { company_id } }];
    default:
      return assertUnreachable(command);
  }
}

const codeTaken = refuseInvalid([{ code: 'code_taken', field: 'code' }]);

const isFull = ({ codes, setAside }: CompanyRegister, licence: Firm['licence'], now: string): boolean =>
  codes.size - setAside.size >= getAllowedCompanies(licence, now);

const refuseCompanyLimit = (licence: Firm['licence'], now: string) =>
  refuse('company_limit_reached', { params: { max: getAllowedCompanies(licence, now) } });

function findCompanyCode({ codes }: CompanyRegister, companyId: number): string | undefined {
  for (const [code, id] of codes.entries()) if (id === companyId) return code;
  return undefined;
}

/** Builds a code from the first letters and digits of the name. */
export function buildCodeFromName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(0, 12);
  return plain === '' ? 'FILE' : plain;
}

function findFreeCode(name: string, codes: CompanyRegister['codes']): string {
  const base = buildCodeFromName(name);
  let code = base;
  for (let number = 2; codes.has(code); number += 1) code = `${base}-${number}`;
  return code;
}
