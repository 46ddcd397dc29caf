import { readNace } from '../nace.ts';
import { sectionA } from './section-a.ts';
import { sectionB } from './section-b.ts';
import { sectionC10To20 } from './section-c-10-20.ts';
import { sectionC21To33 } from './section-c-21-33.ts';
import { sectionD } from './section-d.ts';
import { sectionE } from './section-e.ts';
import { sectionF } from './section-f.ts';
import { sectionG46 } from './section-g-46.ts';
import { sectionG47 } from './section-g-47.ts';
import { sectionH } from './section-h.ts';
import { sectionI } from './section-i.ts';
import { sectionJ } from './section-j.ts';
import { sectionK } from './section-k.ts';
import { sectionL } from './section-l.ts';
import { sectionM } from './section-m.ts';
import { sectionN } from './section-n.ts';
import { sectionO } from './section-o.ts';
import { sectionP } from './section-p.ts';
import { sectionQ } from './section-q.ts';
import { sectionR } from './section-r.ts';
import { sectionS } from './section-s.ts';
import { sectionT } from './section-t.ts';
import { sectionU } from './section-u.ts';
import { sectionV } from './section-v.ts';

/**
 * NACE Rev. 2.1 of Regulation (EU) 2023/137 with the subclasses of NACE-BEL 2025, in force in Belgium since 1 January
 * 2025, under the names that the Union and the Belgian administration have published.
 */
export const nace2025 = readNace([
  sectionA,
  sectionB,
  sectionC10To20,
  sectionC21To33,
  sectionD,
  sectionE,
  sectionF,
  sectionG46,
  sectionG47,
  sectionH,
  sectionI,
  sectionJ,
  sectionK,
  sectionL,
  sectionM,
  sectionN,
  sectionO,
  sectionP,
  sectionQ,
  sectionR,
  sectionS,
  sectionT,
  sectionU,
  sectionV,
]);
