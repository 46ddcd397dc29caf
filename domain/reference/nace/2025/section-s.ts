/** Section S of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionS = `
S|Arts, sports et activités récréatives|Kunst, sport en recreatie|Arts, sports and recreation|Kunst, Sport und Erholung
90|Activités de création artistique et de spectacle|Activiteiten op het gebied van scheppende en uitvoerende kunst|Arts creation and performing arts activities|Kunstschaffende Tätigkeiten und Tätigkeiten in der darstellenden Kunst
90.1|Activités de création artistique|Creatie van kunst|Arts creation activities|Kunstschaffende Tätigkeiten
90.11|Activités de création littéraire et de composition musicale|Literaire creatie en compositie van muziek|Literary creation and musical composition activities|Literarisches Schaffen und Musikkomposition
90.111|Activités de création littéraire|Literaire creatie|Literary creation activities|Literarisches Schaffen
90.112|Activités de composition musicale|Compositie van muziek|Musical composition activities|Musikkomposition
90.12|Activités de création en arts visuels|Creatie van beeldende kunsten|Visual arts creation activities|Bildende Kunst
90.13|Autres activités de création artistique|Andere vormen van creatie van kunst|Other arts creation activities|Sonstige kunstschaffende Tätigkeiten
90.2|Activités de spectacle|Verrichten van uitvoerende kunst|Activities of performing arts|Darstellende Kunst
90.20
90.201|Réalisation de spectacles par des artistes indépendants|Beoefening van uitvoerende kunsten door zelfstandig werkende artiesten|Activities of performing arts by self-employed artists|Darbietungen von selbständig arbeitenden Künstlern im Bereich der darstellenden Kunst
90.202|Réalisation de spectacles par des ensembles artistiques|Beoefening van uitvoerende kunsten door artistieke ensembles|Activities of performing arts by artistic troupes|Darbietungen von Künstlergruppen im Bereich der darstellenden Kunst
90.3|Activités de soutien à la création artistique et aux spectacles|Ondersteunende activiteiten voor scheppende en uitvoerende kunst|Support activities to arts creation and performing arts|Erbringung von Dienstleistungen für kunstschaffende und darstellende Künste
90.31|Gestion de lieux d’exposition artistique et de salles de spectacles|Exploitatie van kunstfaciliteiten en -locaties|Operation of arts facilities and sites|Betrieb von Einrichtungen für kunstschaffende und darstellende Künste
90.311|Gestion de salles de théâtre, de concerts et similaires|Exploitatie van schouwburgen, concertzalen en dergelijke|Operation of concert and theatre halls and similar facilities|Betrieb von Schauspielhäusern, Konzerthallen u. Ä.
90.312|Gestion de centres culturels et de salles multifonctionnelles à vocation culturelle|Exploitatie van culturele centra en multifunctionele zalen ten behoeve van culturele activiteiten|Operation of cultural centres and multi-purpose halls for cultural activities|Betrieb von Kulturzentren und Multifunktionssälen
90.39|Autres activités de soutien à la création artistique et aux spectacles|Andere ondersteunende activiteiten voor scheppende en uitvoerende kunst|Other support activities to arts and performing arts|Erbringung von sonstigen Dienstleistungen für kunstschaffende und darstellende Künste
90.391|Promotion et organisation de créations artistiques et de spectacles|Promotie en organisatie van scheppende en uitvoerende kunstevenementen|Promotion and organisation of artistic creations and live performances|Förderung und Organisation von Veranstaltungen im Bereich der kunstschaffenden und darstellenden Künste
90.392|Conception et réalisation de scènes et de décors|Ontwerp en bouw van podia en decors|Design and building of stage-set and scene|Kulissenentwurf und -bau
90.393|Services spécialisés du son, de l’image et de l’éclairage|Gespecialiseerde beeld-, verlichtings- en geluidstechnieken|Specialised services for sound, image and light|Spezialisierte Bild-, Beleuchtungs- und Tontechniken
90.399|Autres activités de soutien à la création artistique et aux spectacles, n.c.a.|Andere ondersteunende activiteiten voor scheppende en uitvoerende kunst, n.e.g.|Other support activities to arts and performing arts, n.e.c.|Erbringung von sonstigen Dienstleistungen für kunstschaffende und darstellende Künste a.n.g.
91|Bibliothèques, archives, musées et autres activités culturelles|Activiteiten van bibliotheken, archieven, musea en overige culturele activiteiten|Libraries, archives, museums and other cultural activities|Bibliotheken, Archive, Museen, botanische und zoologische Gärten
91.1|Activités des bibliothèques et centres d’archives|Activiteiten van bibliotheken en archieven|Library and archive activities|Bibliotheken und Archive
91.11|Activités des bibliothèques|Activiteiten van bibliotheken|Library activities|Bibliotheken
91.12|Activités des centres d’archives|Activiteiten van archieven|Archive activities|Archive
91.2|Activités des musées, collections, monuments et sites historiques|Activiteiten van musea, collecties, historische locaties en monumenten|Museum, collection, historical site and monument activities|Museen, Sammlungen, historische Stätten und Denkmäler
91.21|Activités des musées et collections|Activiteiten van musea en collecties|Museum and collection activities|Museen und Sammlungen
91.22|Activité des sites et monuments historiques|Activiteiten van historische locaties en monumenten|Historical site and monument activities|Historische Stätten und Denkmäler
91.3|Conservation, restauration et autres activités de soutien pour la préservation du patrimoine culturel|Instandhouding, restauratie en andere ondersteunende activiteiten voor cultureel erfgoed|Conservation, restoration and other support activities for cultural heritage|Konservierung, Restaurierung und sonstige unterstützende Tätigkeiten für das kulturelle Erbe
91.4|Activités de gestion de jardins botaniques et zoologiques et de réserves naturelles|Activiteiten van botanische tuinen, dierentuinen en natuurreservaten|Botanical and zoological garden and nature reserve activities|Botanische und zoologische Gärten sowie Naturparks
91.41|Activités de gestion de jardins botaniques et zoologiques|Activiteiten van botanische tuinen en dierentuinen|Botanical and zoological garden activities|Botanische und zoologische Gärten
91.42|Activités de gestion de réserves naturelles|Beheer en instandhouding van natuurreservaten|Nature reserve activities|Naturparks
92|Activités de jeux d’argent et de paris|Activiteiten van loterijen en kansspelen|Gambling and betting activities|Spiel-, Wett- und Lotteriewesen
92.0
93|Activités sportives et activités récréatives et de loisirs|Sport, ontspanning en recreatie|Sports activities and amusement and recreation activities|Erbringung von Dienstleistungen des Sports, der Unterhaltung und der Erholung
93.1|Activités sportives|Sport|Sports activities|Erbringung von Dienstleistungen des Sports
93.11|Gestion d’installations sportives|Exploitatie van sportaccommodaties|Operation of sports facilities|Betrieb von Sportanlagen
93.12|Activités des clubs de sports|Activiteiten van sportclubs|Activities of sports clubs|Sportvereine
93.121|Activités des clubs de football|Activiteiten van voetbalclubs|Activities of football clubs|Tätigkeiten von Fußballclubs
93.122|Activités des clubs de tennis|Activiteiten van tennisclubs|Activities of tennis clubs|Tätigkeiten von Tennisclubs
93.123|Activités des clubs d’autres sports de ballon|Activiteiten van overige balsportclubs|Activities of other ball sports clubs|Tätigkeiten von sonstigen Ballsportclubs
93.124|Activités des clubs cyclistes|Activiteiten van wielerclubs|Activities of cycling clubs|Tätigkeiten von Fahrradclubs
93.125|Activités des clubs de sports de combat|Activiteiten van vechtsportclubs|Activities of martial art clubs|Tätigkeiten von Kampfsportclubs
93.126|Activités des clubs de sports nautiques|Activiteiten van watersportclubs|Activities of water sports clubs|Tätigkeiten von Wassersportclubs
93.127|Activités des clubs équestres|Activiteiten van paardensportclubs|Activities of equestrian sports clubs|Tätigkeiten von Pferdesportclubs
93.128|Activités des clubs d’athlétisme|Activiteiten van atletiekclubs|Activities of athletic clubs|Tätigkeiten von Leichtathletikclubs
93.129|Activités des clubs d’autres sports|Activiteiten van overige sportclubs|Activities of other sports clubs|Tätigkeiten von sonstigen Sportclubs
93.13|Activités des centres de fitness|Activiteiten van fitnesscentra|Activities of fitness centres|Fitnesszentren
93.19|Activités sportives n.c.a.|Sportactiviteiten, n.e.g.|Sports activities n.e.c.|Erbringung von Dienstleistungen des Sports a.n.g.
93.191|Activités des ligues et des fédérations sportives|Activiteiten van sportbonden en -federaties|Activities of sports leagues and federations|Tätigkeiten von Sportvereinigungen und Sportverbänden
93.192|Activités des sportifs indépendants|Activiteiten van zelfstandig werkende sportbeoefenaars|Activities of self-employed sportspeople|Tätigkeiten von selbständigen Sportlern
93.199|Autres activités sportives n.c.a.|Overige sportactiviteiten, n.e.g.|Other sports activities n.e.c.|Sonstige sportliche Tätigkeiten a.n.g.
93.2|Activités récréatives et de loisirs|Activiteiten op het gebied van ontspanning en recreatie|Amusement and recreation activities|Erbringung von sonstigen Dienstleistungen der Unterhaltung und der Erholung
93.21|Activités des parcs d’attractions et parcs à thèmes|Activiteiten van pret- en themaparken|Activities of amusement parks and theme parks|Vergnügungs- und Themenparks
93.29|Activités récréatives et de loisirs n.c.a.|Ontspanning en recreatie, n.e.g.|Amusement and recreation activities n.e.c.|Erbringung von sonstigen Dienstleistungen der Unterhaltung und der Erholung a.n.g.
93.291|Exploitation d’attractions foraines|Exploitatie van kermisattracties|Operation of fairground amusement equipment|Betrieb von Jahrmarktattraktionen
93.292|Exploitation de salles de billard et de snooker|Exploitatie van snooker- en biljartzalen|Operation of billiard and snooker halls|Betrieb von Snooker- und Billardsälen
93.293|Exploitation de domaines récréatifs|Exploitatie van recreatiedomeinen|Operation of recreational areas|Betrieb von Freizeitdomänen
93.299|Autres activités récréatives et de loisirs n.c.a.|Overige recreatie- en ontspanningsactiviteiten, n.e.g.|Other amusement and recreation activities n.e.c.|Sonstige Freizeitaktivitäten a.n.g.
`;
