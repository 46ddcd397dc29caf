/** Section B of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionB = `
B|Industries extractives|Winning van delfstoffen|Mining and quarrying|Bergbau und Gewinnung von Steinen und Erden
05|Extraction de houille et de lignite|Winning van steenkool en bruinkool|Mining of coal and lignite|Kohlenbergbau
05.1|Extraction de houille|Winning van steenkool|Mining of hard coal|Steinkohlenbergbau
05.2|Extraction de lignite|Winning van bruinkool|Mining of lignite|Braunkohlenbergbau
06|Extraction d’hydrocarbures|Winning van aardolie en aardgas|Extraction of crude petroleum and natural gas|Gewinnung von Erdöl und Erdgas
06.1|Extraction de pétrole brut|Winning van aardolie|Extraction of crude petroleum|Gewinnung von Erdöl
06.2|Extraction de gaz naturel|Winning van aardgas|Extraction of natural gas|Gewinnung von Erdgas
07|Extraction de minerais métalliques|Winning van metaalertsen|Mining of metal ores|Erzbergbau
07.1|Extraction de minerais de fer|Winning van ijzererts|Mining of iron ores|Eisenerzbergbau
07.2|Extraction de minerais de métaux non ferreux|Winning van non-ferrometaalertsen|Mining of non-ferrous metal ores|NE-Metallerzbergbau
07.21|Extraction de minerais d’uranium et de thorium|Winning van uranium- en thoriumerts|Mining of uranium and thorium ores|Bergbau auf Uran- und Thoriumerze
07.29|Extraction d’autres minerais de métaux non ferreux|Winning van andere non-ferrometaalertsen|Mining of other non-ferrous metal ores|Sonstiger NE-Metallerzbergbau
08|Autres industries extractives|Overige winning van delfstoffen|Other mining and quarrying|Gewinnung von Steinen und Erden, sonstiger Bergbau
08.1|Extraction de pierres, de sables et d’argiles|Winning van steen, zand en klei|Quarrying of stone, sand and clay|Gewinnung von Natursteinen, Kies, Sand, Ton und Kaolin
08.11|Extraction de pierres ornementales, de calcaire industriel, de gypse, d’ardoise et d’autres pierres|Winning van siersteen, kalksteen, gips, leisteen en andere steen|Quarrying of ornamental stone, limestone, gypsum, slate and other stone|Gewinnung von Naturwerksteinen, Kalk- und Gipsstein, Schiefer und sonstigem Gestein
08.111|Extraction de pierres ornementales et de construction|Winning van sier- en bouwsteen|Quarrying of ornamental and building stone|Gewinnung von Naturwerksteinen und Bausteinen
08.112|Extraction de pierres calcaires, de gypse et d’ardoise et d’autres pierres|Winning van kalksteen, gips, leisteen en andere steen|Quarrying of limestone, gypsum, slate and other stone|Gewinnung von Kalk- und Gipsstein, Schiefer und sonstigem Gestein
08.12|Exploitation de gravières et sablières, extraction d’argiles et de kaolin|Winning van grind, zand, klei en kaolien|Operation of gravel and sand pits and mining of clay and kaolin|Gewinnung von Kies und Sand, Ton und Kaolin
08.121|Extraction de gravières|Winning van grind|Extraction of gravel|Gewinnung von Kies
08.122|Extraction de sablières|Winning van zand|Extraction of sand|Gewinnung von Sand
08.123|Extraction d’argiles et de kaolin|Winning van klei en kaolien|Extraction of clay and kaolin|Abbau von Lehm, feuerfestem Lehm und Kaolin
08.9|Activités extractives n.c.a.|Winning van delfstoffen, n.e.g.|Mining and quarrying n.e.c.|Sonstiger Bergbau; Gewinnung von Steinen und Erden a.n.g.
08.91|Extraction de minéraux chimiques et d’engrais minéraux|Winning van mineralen voor de chemische en de kunstmestindustrie|Mining of chemical and fertiliser minerals|Bergbau auf chemische und Düngemittelminerale
08.92|Extraction de tourbe|Winning van turf|Extraction of peat|Torfgewinnung
08.93|Production de sel|Zoutwinning|Extraction of salt|Gewinnung von Salz
08.99|Autres activités extractives n.c.a.|Overige winning van delfstoffen, n.e.g.|Other mining and quarrying n.e.c.|Gewinnung von Steinen und Erden a.n.g.
09|Activités de soutien aux industries extractives|Ondersteunende activiteiten in verband met de mijnbouw|Mining support service activities|Erbringung von Dienstleistungen für den Bergbau und für die Gewinnung von Steinen und Erden
09.1|Activités de soutien à l’extraction d’hydrocarbures|Ondersteunende activiteiten in verband met de aardolie- en aardgaswinning|Support activities for petroleum and natural gas extraction|Erbringung von Dienstleistungen für die Gewinnung von Erdöl und Erdgas
09.9|Activités de soutien aux autres industries extractives|Ondersteunende activiteiten in verband met de overige winning van delfstoffen|Support activities for other mining and quarrying|Erbringung von Dienstleistungen für den sonstigen Bergbau und die Gewinnung von Steinen und Erden
`;
