/** Separator of number and street in countries that write the number first. */
const NUMBER_FIRST: Readonly<Record<string, string>> = { FR: ' ', LU: ', ' };

export interface Street {
  readonly street: string | null;
  readonly house_number: string | null;
  readonly box?: string | null;
}

/** `Rue Haute 12 / 3` in Belgium, `12 rue Haute / 3` in France, `12, rue Haute / 3` in Luxembourg. */
export function formatStreetLine({ street, house_number, box = null }: Street, country: string | null): string {
  const separator = NUMBER_FIRST[country ?? ''];
  const parts = separator === undefined ? [street, house_number] : [house_number, street];
  const line = parts.filter(Boolean).join(separator ?? ' ');
  return [line, box && `/ ${box}`].filter(Boolean).join(' ');
}
