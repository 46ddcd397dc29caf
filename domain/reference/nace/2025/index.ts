import { readNace } from '../nace.ts';
import table from '../data/nace-bel-2025.json' with { type: 'json' };

/**
 * NACE Rev. 2.1 of Regulation (EU) 2023/137 with the subclasses of NACE-BEL 2025, in force in Belgium since 1 January
 * 2025, under the names that the Union and the Belgian administration have published.
 */
export const nace2025 = readNace(table);
