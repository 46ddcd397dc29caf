import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { countReversalLines, listLinesToMatch } from '../../domain/ledger/reversal.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { BoxAmount } from '../../domain/vat-declarations/declaration-events.ts';
import type { DeclarationFacts } from '../../domain/vat-declarations/declaration-facts.ts';
import type { ReversedSettlement, VatDeclarationCommand } from '../../domain/vat-declarations/declarations.ts';
import type { RequestedChanges } from '../../domain/vat-declarations/manual.ts';
import { findOrderStart, isAdditional } from '../../domain/vat-declarations/order.ts';
import { countSettlementLines, listTaxAccounts } from '../../domain/vat-declarations/settlement.ts';
import { findEntryFacts } from '../../projections/ledger/facts.ts';
import {
  readPeriodBoxes,
  readDeclaredAmount,
  findDeclarationFacts,
  readPeriodTaxes,
  readUndeclaredDays,
} from '../../projections/vat-declarations/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

/** Steps on an existing VAT return. */
export type RequestedStep =
  | { readonly step: 'refresh' | 'delete' }
  | { readonly step: 'change'; readonly changes: RequestedChanges }
  | { readonly step: 'validate'; readonly fingerprint: string | null; readonly today: PlainDate }
  | { readonly step: 'reopen'; readonly reason: string | null }
  | {
      readonly step: 'file';
      readonly filed_on: PlainDate;
      readonly reference: string | null;
      readonly today: PlainDate;
    };

export interface DeclarationChanged {
  /** False if nothing changed. */
  readonly isRecorded: boolean;
  /** The boxes before the change. */
  readonly before: readonly BoxAmount[];
}

export async function changeVatDeclaration(
  toolbox: Toolbox,
  companyId: number,
  id: number,
  requested: RequestedStep & { readonly baseVersion: number | null },
  context: CommandContext,
): Promise<DeclarationChanged | Refusal> {
  let before: readonly BoxAmount[] = [];
  const buildCommand = async (file: CompanyFile): Promise<OfDeclaration | Refusal> => {
    const command = await buildDeclarationCommand(toolbox, companyId, { ...requested, id }, file);
    if (!isRefusal(command)) before = command.facts.boxes;
    return command;
  };
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0, before };
}

type OfDeclaration = Exclude<VatDeclarationCommand, { readonly type: 'DrawUpVatDeclaration' }>;

export async function buildDeclarationCommand(
  sources: Sources,
  companyId: number,
  requested: RequestedStep & { readonly id: number; readonly baseVersion: number | null },
  file: CompanyFile,
): Promise<OfDeclaration | Refusal> {
  const facts = await findDeclarationFacts(sources.pool, companyId, requested.id);
  return facts ? buildStepCommand(sources, companyId, facts, requested, file) : refuse('not_found');
}

async function buildStepCommand(
  toolbox: Sources,
  companyId: number,
  facts: DeclarationFacts,
  requested: RequestedStep & { readonly baseVersion: number | null },
  file: CompanyFile,
): Promise<OfDeclaration> {
  const { pool, ids } = toolbox;
  const common = { facts, baseVersion: requested.baseVersion };
  switch (requested.step) {
    case 'refresh':
      return { type: 'RefreshVatDeclaration', ...common, books: await readPeriodBoxes(pool, companyId, facts) };
    case 'change':
      return { type: 'ChangeVatDeclaration', ...common, changes: requested.changes };
    case 'file': {
      const { filed_on, reference, today } = requested;
      return { type: 'FileVatDeclaration', ...common, filed_on, reference, today };
    }
    case 'delete':
      return { type: 'DeleteVatDeclaration', ...common };
    case 'reopen':
      return {
        type: 'ReopenVatDeclaration',
        ...common,
        entry: await prepareSettlementReversal(toolbox, companyId, facts),
        reason: requested.reason,
      };
    case 'validate': {
      const { fingerprint, today } = requested;
      const found = await readValidationFacts(pool, companyId, facts, file);
      const [[entryId], lineIds] = await Promise.all([
        ids.allocate('entries', 1),
        ids.allocate('entry_lines', countSettlementLines(found.taxes)),
      ]);
      return { type: 'ValidateVatDeclaration', ...common, ...found, fingerprint, today, entryId: entryId!, lineIds };
    }
  }
}

async function readValidationFacts(
  pool: Sources['pool'],
  companyId: number,
  facts: DeclarationFacts,
  file: CompanyFile,
) {
  const from = isAdditional(file.identity, facts) ? null : findOrderStart(file.fiscalYears);
  const [books, taxes, declared, undeclared] = await Promise.all([
    readPeriodBoxes(pool, companyId, facts),
    readPeriodTaxes(pool, companyId, facts, listTaxAccounts(file)),
    readDeclaredAmount(pool, companyId, facts),
    from === null ? [] : readUndeclaredDays(pool, companyId, { from, before: facts.starts_on }),
  ]);
  return { books, taxes, declared, undeclared };
}

async function prepareSettlementReversal(
  { pool, ids }: Sources,
  companyId: number,
  { journal_entry_id }: DeclarationFacts,
): Promise<ReversedSettlement | null> {
  if (journal_entry_id === null) return null;
  const facts = await findEntryFacts(pool, companyId, journal_entry_id);
  if (!facts) throw new Error(`Entry ${journal_entry_id} of a VAT return does not exist`);
  const [[entryId], lineIds, letteringIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', countReversalLines(facts)),
    ids.allocate('letterings', listLinesToMatch(facts).length),
  ]);
  return { facts, entryId: entryId!, lineIds, letteringIds };
}
