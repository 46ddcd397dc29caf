/** Section Q of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionQ = `
Q|Enseignement|Onderwijs|Education|Erziehung und Unterricht
85
85.1|Enseignement maternel|Kleuteronderwijs|Pre-primary education|Kindergärten und Vorschulen
85.10
85.101|Enseignement maternel ordinaire communautaire|Gewoon kleuteronderwijs ingericht door de Gemeenschappen|Community ordinary pre-primary education|Herkömmlicher von den Gemeinschaften eingerichteter Vorschulunterricht
85.102|Enseignement maternel ordinaire provincial subventionné|Provinciaal gesubsidieerd gewoon kleuteronderwijs|Subsidised provincial ordinary pre-primary education|Herkömmlicher von den Provinzen subventionierter Vorschulunterricht
85.103|Enseignement maternel ordinaire communal subventionné|Gemeentelijk gesubsidieerd gewoon kleuteronderwijs|Subsidised municipal ordinary pre-primary education|Herkömmlicher von den Gemeinden subventionierter Vorschulunterricht
85.104|Enseignement maternel ordinaire libre subventionné|Vrij gesubsidieerd gewoon kleuteronderwijs|Subsidised private ordinary pre-primary education|Herkömmlicher subventionierter freier Vorschulunterricht
85.105|Enseignement maternel spécialisé organisé par les pouvoirs publics|Buitengewoon officieel kleuteronderwijs|Special needs pre-primary education organised by the public authorities|Spezialisierter von den öffentlichen Instanzen organisierter Vorschulunterricht
85.106|Enseignement maternel spécialisé libre subventionné|Vrij gesubsidieerd buitengewoon kleuteronderwijs|Subsidised private special needs pre-primary education|Spezialisierter freier subventionierter Vorschulunterricht
85.109|Enseignement maternel n.c.a.|Gewoon kleuteronderwijs, n.e.g.|Pre-primary education n.e.c.|Vorschulunterricht a.n.g.
85.2|Enseignement primaire|Lager onderwijs|Primary education|Grundschulen/Volksschulen
85.20
85.201|Enseignement primaire ordinaire communautaire|Gewoon lager onderwijs ingericht door de Gemeenschappen|Community ordinary primary education|Herkömmlicher von den Gemeinschaften eingerichteter Grundschulunterricht
85.202|Enseignement primaire ordinaire provincial subventionné|Provinciaal gesubsidieerd gewoon lager onderwijs|Subsidised provincial ordinary primary education|Herkömmlicher von den Provinzen subventionierter Grundschulunterricht
85.203|Enseignement primaire ordinaire communal subventionné|Gemeentelijk gesubsidieerd gewoon lager onderwijs|Subsidised municipal ordinary primary education|Herkömmlicher von den Gemeinden subventionierter Grundschulunterricht
85.204|Enseignement primaire ordinaire libre subventionné|Vrij gesubsidieerd gewoon lager onderwijs|Subsidised private ordinary primary education|Herkömmlicher freier subventionierter Grundschulunterricht
85.205|Enseignement primaire spécialisé organisé par les pouvoirs publics|Buitengewoon officieel lager onderwijs|Special needs primary education organised by the public authorities|Spezialisierter von den öffentlichen Instanzen organisierter Grundschulunterricht
85.206|Enseignement primaire spécialisé libre subventionné|Vrij gesubsidieerd buitengewoon lager onderwijs|Subsidised private special needs primary education|Spezialisierter freier subventionierter Grundschulunterricht
85.207|Alphabétisation des adultes|Alfabetiseringsprogramma’s ten behoeve van volwassenen|Adult literacy programmes|Erwachsenenalphabetisierung
85.209|Enseignement primaire ordinaire n.c.a.|Gewoon lager onderwijs, n.e.g.|Ordinary primary education n.e.c.|Herkömmlicher Grundschulunterricht a.n.g.
85.3|Enseignement secondaire et enseignement post-secondaire non supérieur|Secundair en postsecundair niet-hoger onderwijs|Secondary and post-secondary non-tertiary education|Weiterführende Schulen und postsekundärer, nicht tertiärer Unterricht
85.31|Enseignement secondaire général|Algemeen secundair onderwijs|General secondary education|Allgemeinbildende weiterführende Schulen
85.311|Enseignement secondaire général ordinaire communautaire|Gewoon algemeen secundair onderwijs ingericht door de Gemeenschappen|Community ordinary general secondary education|Herkömmlicher von den Gemeinschaften eingerichteter allgemeinbildender Sekundarunterricht
85.312|Enseignement secondaire général ordinaire provincial subventionné|Provinciaal gesubsidieerd gewoon algemeen secundair onderwijs|Subsidised provincial ordinary general secondary education|Herkömmlicher von den Provinzen subventionierter allgemeinbildender Sekundarunterricht
85.313|Enseignement secondaire général ordinaire communal subventionné|Gemeentelijk gesubsidieerd gewoon algemeen secundair onderwijs|Subsidised municipal ordinary general secondary education|Herkömmlicher von den Gemeinden subventionierter allgemeinbildender Sekundarunterricht
85.314|Enseignement secondaire général ordinaire libre subventionné|Vrij gesubsidieerd gewoon algemeen secundair onderwijs|Subsidised private ordinary general secondary education|Herkömmlicher freier subventionierter allgemeinbildender Sekundarunterricht
85.319|Enseignement secondaire ordinaire général n.c.a.|Gewoon algemeen secundair onderwijs, n.e.g.|Ordinary general secondary education n.e.c.|Herkömmlicher allgemeinbildender Sekundarunterricht a.n.g.
85.32|Enseignement secondaire technique, professionnel et spécialisé|Technisch, beroeps- en buitengewoon secundair onderwijs|Vocational secondary education|Berufsbildende weiterführende Schulen
85.321|Enseignement secondaire technique et professionnel ordinaire communautaire|Gewoon technisch en beroepssecundair onderwijs ingericht door de Gemeenschappen|Community ordinary technical and vocational secondary education|Herkömmlicher von den Gemeinschaften eingerichteter technischer und berufsbildender Sekundarunterricht
85.322|Enseignement secondaire technique et professionnel ordinaire provincial subventionné|Provinciaal gesubsidieerd gewoon technisch en beroepssecundair onderwijs|Subsidised provincial ordinary technical and vocational secondary education|Herkömmlicher von den Provinzen subventionierter technischer und berufsbildender Sekundarunterricht
85.323|Enseignement secondaire technique et professionnel ordinaire communal subventionné|Gemeentelijk gesubsidieerd gewoon technisch en beroepssecundair onderwijs|Subsidised municipal ordinary technical and vocational secondary education|Herkömmlicher von den Gemeinden subventionierter technischer und berufsbildender Sekundarunterricht
85.324|Enseignement secondaire technique et professionnel ordinaire libre subventionné|Vrij gesubsidieerd gewoon technisch en beroepssecundair onderwijs|Subsidised private ordinary technical and vocational secondary education|Herkömmlicher freier subventionierter technischer und berufsbildender Sekundarunterricht
85.325|Enseignement secondaire spécialisé organisé par les pouvoirs publics|Buitengewoon officieel secundair onderwijs|Special needs secondary education organised by the public authorities|Spezialisierter von den öffentlichen Instanzen organisierter Sekundarunterricht
85.326|Enseignement secondaire spécialisé libre subventionné|Vrij gesubsidieerd buitengewoon secundair onderwijs|Subsidised private special needs secondary education|Spezialisierter freier subventionierter Sekundarunterricht
85.329|Enseignement secondaire technique, professionnel et spécialisé n.c.a.|Technisch, beroeps- en buitengewoon secundair onderwijs, n.e.g.|Technical, vocational and special needs secondary education n.e.c.|Technischer, berufsbildender und spezialisierter Sekundarunterricht a.n.g.
85.33|Enseignement post-secondaire non supérieur|Postsecundair niet-hoger onderwijs|Post-secondary non-tertiary education|Postsekundärer, nicht tertiärer Unterricht
85.4|Enseignement supérieur|Hoger onderwijs|Tertiary education|Tertiärer Unterricht
85.40
85.401|Enseignement supérieur organisé par les pouvoirs publics|Officieel hoger onderwijs|Higher education organised by the public authorities|Von den öffentlichen Instanzen organisierter Hochschulunterricht
85.402|Enseignement supérieur libre subventionné|Vrij gesubsidieerd hoger onderwijs|Subsidised private higher education|Freie subventionierte Hochschulen
85.409|Enseignement supérieur n.c.a.|Hoger onderwijs, n.e.g.|Higher education n.e.c.|Hochschulunterricht a.n.g.
85.5|Autre enseignement|Overig onderwijs|Other education|Sonstiger Unterricht
85.51|Enseignement de disciplines sportives et d’activités de loisirs|Sport- en recreatieonderwijs|Sports and recreation education|Sport- und Freizeitunterricht
85.52|Enseignement culturel|Cultureel onderwijs|Cultural education|Kulturunterricht
85.53|Enseignement de la conduite de véhicules à moteurs, d’aéronefs et de bateaux|Activiteiten van auto- en motorrijscholen, vlieg- en vaaronderricht|Driving school activities|Fahr- und Flugschulen
85.531|Enseignement de la conduite de véhicules à moteurs|Activiteiten van auto- en motorrijscholen|Motor vehicle driving lessons|Fahrschulen
85.532|Enseignement de la conduite d’aéronefs et de bateaux|Vlieg- en vaaronderricht|Aircraft and boat driving lessons|Flug- und Schifffahrtsschulen
85.59|Autre enseignement n.c.a.|Overig onderwijs, n.e.g.|Other education n.e.c.|Sonstiger Unterricht a.n.g.
85.591|Enseignement de promotion sociale|Onderwijs voor sociale promotie|Social advancement education|Sozialförderungsunterricht
85.592|Formation professionnelle|Beroepsopleiding|Vocational training|Berufsbildung
85.593|Formation socio-culturelle|Sociaal-cultureel vormingswerk|Socio-cultural training|Soziokulturelle Bildung
85.599|Autres formes d’enseignement|Overige vormen van onderwijs|Other forms of education|Andere Ausbildungsformen
85.6|Activités de soutien à l’enseignement|Onderwijsondersteunende activiteiten|Educational support activities|Erbringung von Dienstleistungen für Erziehung und Unterricht
85.61|Activités de service d’intermédiation dans le domaine de l’appui scolaire et du tutorat|Bemiddeling op het gebied van academische ondersteuning en studiebegeleiding|Intermediation service activities for courses and tutors|Vermittlungstätigkeiten für Erziehung und Unterricht
85.69|Activités de soutien à l’enseignement n.c.a.|Onderwijsondersteunende activiteiten, n.e.g.|Educational support activities n.e.c.|Erbringung von Dienstleistungen für Erziehung und Unterricht a.n.g.
85.691|Activités des Centres Psycho-Médico-Sociaux (PMS)|Activiteiten van Centra voor Leerlingbegeleiding (CLB)|Activities of Centres for Pupil Guidance (CLB)|Tätigkeiten der psycho-medizinisch-sozialen Zentren (PMS)
85.699|Autres services de soutien à l’enseignement|Overige onderwijsondersteunende dienstverlening|Other educational support services|Sonstige unterrichtsunterstützende Dienstleistungen
`;
