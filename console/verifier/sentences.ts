import { isWord, createSay, type Language } from '../support/words.ts';
import type { PackResult } from './check.ts';

/** Messages of the verifier in four languages: fr, nl, en, de. */

const SENTENCES = {
  fr: {
    help: 'Choisissez events.ndjson, head.json et trial-balance.json de l’archive décompressée ; rien ne quitte cet appareil. Avec Node : node verify.html',
    choose: 'Fichiers :',
    head: [
      'La tête de la chaîne est celle de l’archive.',
      'La chaîne ne se termine PAS à la tête que nomme l’archive.',
    ],
    origin: 'Le journal a été réécrit avec les données personnelles scellées. Tête de la version précédente : ',
    balance: ['La balance est celle des événements.', 'La balance diffère des événements pour : '],
  },
  nl: {
    help: 'Kies events.ndjson, head.json en trial-balance.json uit het uitgepakte archief; niets verlaat dit toestel. Met Node: node verify.html',
    choose: 'Bestanden:',
    head: ['De kop van de keten is die van het archief.', 'De keten eindigt NIET bij de kop die het archief noemt.'],
    origin: 'Het logboek is herschreven met verzegelde persoonsgegevens. Kop van de vorige versie: ',
    balance: ['De balans is die van de gebeurtenissen.', 'De balans verschilt van de gebeurtenissen voor: '],
  },
  en: {
    help: 'Choose events.ndjson, head.json and trial-balance.json of the unpacked archive; nothing leaves this device. With Node: node verify.html',
    choose: 'Files:',
    head: ['The head of the chain matches the pack.', 'The chain does NOT end at the head named in the pack.'],
    origin: 'The log was written again with personal data sealed. Head of the previous version: ',
    balance: ['The trial balance matches the events.', 'The trial balance differs from the events for: '],
  },
  de: {
    help: 'Wählen Sie events.ndjson, head.json und trial-balance.json des entpackten Archivs; nichts verlässt dieses Gerät. Mit Node: node verify.html',
    choose: 'Dateien:',
    head: ['Der Kopf der Kette ist der des Archivs.', 'Die Kette endet NICHT beim Kopf, den das Archiv nennt.'],
    origin: 'Das Protokoll wurde mit versiegelten Personendaten neu geschrieben. Kopf der vorherigen Fassung: ',
    balance: ['Die Saldenliste ist die der Ereignisse.', 'Die Saldenliste weicht von den Ereignissen ab bei: '],
  },
} as const;

export function createSentences(language: Language) {
  const own = SENTENCES[language];
  const say = createSay(language);
  return {
    help: own.help,
    choose: own.choose,
    describeResult({ chain: { events, head, problem, origin }, isHead, differing }: PackResult): string {
      const chain = problem
        ? say('chain_broken', {
            revision: problem.revision ?? problem.line,
            type: problem.type ?? '?',
            reason: isWord(problem.reason) ? say(problem.reason) : problem.reason,
          })
        : say('chain_holds', { events });
      return [
        chain,
        head && `${say('head')}: ${head.revision} ${head.hash}`,
        origin && `${own.origin}${origin.revision} ${origin.previous_hash}`,
        isHead !== null && own.head[isHead ? 0 : 1],
        differing !== null && (differing.length === 0 ? own.balance[0] : `${own.balance[1]}${differing.join(', ')}`),
      ]
        .filter((line): line is string => typeof line === 'string')
        .join('\n');
    },
  };
}
