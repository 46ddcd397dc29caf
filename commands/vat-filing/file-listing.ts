import type { CompanyFile } from '../../domain/company-file-state.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { resolveListingPeriod, type FileVatListing } from '../../domain/vat-filing/listing-filings.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type RequestedListingFiling = Omit<FileVatListing, 'type' | 'id'>;

export type ListingFilingOutcome =
  | { readonly id: number; readonly isRecorded: boolean }
  /** The id is that of the recorded filing that a conflict is about. */
  | { readonly id: number | undefined; readonly refusal: Refusal };

/** Records that a listing was filed. */
export async function fileVatListing(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: RequestedListingFiling,
  context: CommandContext,
): Promise<ListingFilingOutcome> {
  let known: number | undefined;
  const buildCommand = async (file: CompanyFile): Promise<FileVatListing | Refusal> => {
    const resolved = resolveListingPeriod(requested, file.identity);
    if (isRefusal(resolved)) return resolved;
    const { period_type, year, period } = resolved;
    known = file.listingFilings.find(
      (one) =>
        one.kind === requested.kind && one.period_type === period_type && one.year === year && one.period === period,
    )?.id;
    known ??= (await ids.allocate('vat_listings', 1))[0]!;
    return { type: 'FileVatListing', ...requested, id: known };
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return { id: known, refusal: outcome };
  // After an interrupted earlier run, the filing is the one recorded then.
  const [filed] = filterByType(outcome.events, 'VatListingFiled');
  return { id: filed?.data.id ?? known!, isRecorded: filed !== undefined };
}
