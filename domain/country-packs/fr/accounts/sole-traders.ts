/** The chart of a person who trades under his own name: no shareholders, and an account of the owner instead. */
import type { ChartDifferences } from '../../chart.ts';

// oxfmt-ignore
export const soleTraders: ChartDifferences = {
  // What supposes partners, shares or a group, and 101 and 108, which are named otherwise.
  without: [
    '101', '102', '104', '107', '108', '109', '1061', '1063', '1209', '277', '2742', '29742', '455', '456', '457', '4955',
    '502', '505', '653', '6683', '696', '698', '699', '7683',
  ],
  rows: [
    ['101', 'Capital individuel', 'Persoonlijk kapitaal', "Owner's capital", 'Kapital des Einzelunternehmers'],
    ['101000', 'Capital individuel', 'Persoonlijk kapitaal', "Owner's capital", 'Kapital des Einzelunternehmers'],
    ['108', "Compte de l'exploitant", 'Rekening van de eigenaar', "Owner's account", 'Privatkonto des Inhabers'],
    ['108000', "Compte de l'exploitant", 'Rekening van de eigenaar', "Owner's account", 'Privatkonto des Inhabers'],
    ['108100', "Apports de l'exploitant", 'Inbreng van de eigenaar', "Owner's contributions", 'Privateinlagen'],
    ['108900', "Prélèvements de l'exploitant", 'Opnemingen van de eigenaar', "Owner's drawings", 'Privatentnahmen'],
  ],
};
