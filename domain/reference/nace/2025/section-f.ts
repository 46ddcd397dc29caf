/** Section F of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionF = `
F|Construction|Bouwnijverheid|Construction|Baugewerbe/Bau
41|Construction de bâtiments résidentiels et non résidentiels|Burgerlijke en utiliteitsbouw|Construction of residential and non-residential buildings|Hochbau
41.0
41.00
41.001|Construction générale de bâtiments résidentiels|Algemene bouw van residentiële gebouwen|General construction of residential buildings|Allgemeiner Bau von Wohngebäuden
41.002|Construction générale d’immeubles de bureaux|Algemene bouw van kantoorgebouwen|General construction of office buildings|Allgemeiner Bau von Bürogebäuden
41.003|Construction générale d’autres bâtiments non résidentiels|Algemene bouw van andere niet-residentiële gebouwen|General construction of other non-residential buildings|Allgemeiner Bau von Nichtwohngebäuden
42|Génie civil|Weg- en waterbouw|Civil engineering|Tiefbau
42.1|Construction de routes et de voies ferrées|Bouw van wegen en spoorwegen|Construction of roads and railways|Bau von Straßen und Bahnverkehrsstrecken
42.11|Construction de routes et autoroutes|Bouw van autowegen en andere wegen|Construction of roads and motorways|Bau von Straßen
42.12|Construction de voies ferrées de surface et souterraines|Bouw van boven- en ondergrondse spoorwegen|Construction of railways and underground railways|Bau von Bahnverkehrsstrecken
42.13|Construction de ponts et tunnels|Bouw van bruggen en tunnels|Construction of bridges and tunnels|Brücken- und Tunnelbau
42.2|Construction de réseaux et de lignes|Bouw van civieltechnische werken ten behoeve van nutsbedrijven|Construction of utility projects|Bau von Versorgungseinrichtungen
42.21|Construction d’ouvrages de génie civil pour les fluides|Bouw van civieltechnische werken voor vloeistoffen|Construction of utility projects for fluids|Rohrleitungstiefbau, Brunnenbau und Kläranlagenbau
42.211|Construction de réseaux de distribution d’eau et de gaz|Bouw van water- en gasdistributienetten|Construction of water and gas distribution networks|Bau von Wasser- und Gasverteilungsnetzen
42.212|Construction de réseaux d’évacuation des eaux usées|Bouw van rioleringen|Construction of waste water disposal systems|Bau von Kanalisationsnetzen
42.219|Construction d’ouvrages de génie civil pour les fluides, n.c.a.|Bouw van civieltechnische werken voor vloeistoffen, n.e.g.|Construction of utility projects for fluids n.e.c.|Bau von Leitungsnetzen für Flüssigkeiten a.n.g.
42.22|Construction d’ouvrages de génie civil pour l’électricité et les télécommunications|Bouw van civieltechnische werken voor elektriciteit en telecommunicatie|Construction of utility projects for electricity and telecommunications|Bau von Versorgungseinrichtungen für Elektrizität und Telekommunikation
42.9|Construction d’autres ouvrages de génie civil|Bouw van andere civieltechnische werken|Construction of other civil engineering projects|Sonstiger Tiefbau
42.91|Construction d’ouvrages maritimes et fluviaux|Waterbouw|Construction of water projects|Wasserbau
42.911|Travaux de dragage|Baggerwerken|Dredging|Baggerarbeiten
42.919|Construction d’autres ouvrages maritimes et fluviaux, à l’exception des travaux de dragage|Waterbouw, m.u.v. baggerwerken|Construction of water projects, except of dredging|Wasserbau, mit Ausnahme von Baggerarbeiten
42.99|Construction d’autres ouvrages de génie civil n.c.a.|Bouw van andere civieltechnische werken, n.e.g.|Construction of other civil engineering projects n.e.c.|Sonstiger Tiefbau a.n.g.
43|Travaux de construction spécialisés|Gespecialiseerde bouwwerkzaamheden|Specialised construction activities|Vorbereitende Baustellenarbeiten, Bauinstallation und sonstiges Ausbaugewerbe
43.1|Démolition et préparation des sites|Slopen en bouwrijp maken van terreinen|Demolition and site preparation|Abbrucharbeiten und vorbereitende Baustellenarbeiten
43.11|Démolition|Slopen|Demolition|Abbrucharbeiten
43.12|Travaux de préparation des sites|Bouwrijp maken van terreinen|Site preparation|Vorbereitende Baustellenarbeiten
43.13|Forages et sondages|Proefboren en boren|Test drilling and boring|Test- und Suchbohrung
43.2|Travaux d’installation électrique, plomberie et autres travaux d’installation|Elektrische installatie, loodgieterswerk en overige bouwinstallatie|Electrical, plumbing and other construction installation activities|Bauinstallation
43.21|Installation électrique|Elektrische installatie|Electrical installation|Elektroinstallation
43.211|Travaux généraux d’installation électrotechnique|Algemene elektrotechnische installatiewerken|General work of electrical installation|Allgemeine elektrotechnische Installationsarbeiten
43.212|Travaux d’installation électrotechnique d’établissements industriels|Elektrotechnische installatiewerken van nijverheidsinrichtingen|General work of electrical installation in industrial plants|Elektrotechnische Installationsarbeiten an Industriebauwerken
43.213|Installation d’installations électriques durables|Installatie van duurzame elektrische installaties|Installation of durable electrical installations|Installation von dauerhaften Elektroinstallationen
43.214|Installation de systèmes de sécurité électroniques|Installatie van elektronische beveiligingssystemen|Installation of electronic security systems|Installation von elektronischen Sicherheitssystemen
43.22|Travaux de plomberie et installation de chauffage et de conditionnement d’air|Loodgieterswerk, installatie van verwarming en klimaatregeling|Plumbing, heat and air-conditioning installation|Gas-, Wasser-, Heizungs- sowie Lüftungs- und Klimainstallation
43.221|Travaux sanitaires|Sanitaire werkzaamheden|Sanitary work|Sanitärausstattung
43.222|Installation de systèmes de chauffage, de climatisation, de refroidissement et de ventilation alimentés par l’électricité|Installatie van verwarming, klimaatregeling, koeling en ventilatie aangedreven door elektriciteit|Installation of heating, ventilating, air conditioning, refrigeration installations powered by electricity|Heizungs- sowie Lüftungs- und Klimainstallation, getrieben mit elektrischem Strom
43.223|Installation de systèmes de chauffage, de climatisation, de refroidissement et de ventilation alimentés par d’autres sources d’énergie que l’électricité|Installatie van verwarming, klimaatregeling, koeling en ventilatie aangedreven door andere energiebronnen dan elektriciteit|Installation of heating, ventilating, air conditioning, refrigeration installations powered by energy sources other than electricity|Heizungs- sowie Lüftungs- und Klimainstallation, getrieben mit anderen Energiequellen als elektrischem Strom
43.23|Mise en place de l’isolation|Installatie van isolatie|Installation of insulation|Einbau von Isolierungen
43.24|Autres travaux d’installation|Overige bouwinstallatie|Other construction installation|Sonstige Bauinstallation
43.3|Travaux de finition|Afwerking van gebouwen|Building completion and finishing|Sonstiger Ausbau
43.31|Travaux de plâtrerie|Stukadoorswerk|Plastering|Anbringen von Stuckaturen, Gipserei und Verputzerei
43.32|Travaux de menuiserie|Schrijnwerk|Joinery installation|Bautischlerei und -schlosserei
43.33|Travaux de revêtement des sols et des murs|Vloerafwerking en behangen|Floor and wall covering|Fußboden-, Fliesen- und Plattenlegerei, Tapeziererei
43.331|Pose de revêtements des sols et des murs en carrelage|Plaatsen van vloer- en wandtegels|Floor and wall covering with tiles|Fliesen- und Plattenlegerei
43.332|Pose de revêtements des sols et des murs en bois|Plaatsen van vloerbedekking en wandbekleding van hout|Floor and wall covering with wood|Verlegung von Bodenbelägen aus Holz
43.333|Pose de papiers peints et de revêtements de murs et de sols en d’autres matériaux|Plaatsen van behang en vloerbedekking en wandbekleding van andere materialen|Floor and wall covering with other materials|Anbringen von Tapeten, Bodenbelägen und Wandbekleidungen aus anderen Materialien
43.34|Travaux de peinture et vitrerie|Schilderen en glaszetten|Painting and glazing|Malerei und Glaserei
43.341|Peinture de bâtiments|Schilderen van gebouwen|Painting of buildings|Anstrich von Gebäuden
43.342|Peinture de travaux de génie civil|Schilderen van civieltechnische werken|Painting of civil engineering works|Anstrich von Ingenieurbauten
43.343|Vitrerie|Glaszetten|Glazing|Glasergewerbe
43.35|Autres travaux de finition|Overige werkzaamheden in verband met de afwerking van gebouwen|Other building completion and finishing|Sonstiger Ausbau
43.4|Travaux de construction spécialisés dans la construction de bâtiments|Gespecialiseerde bouwactiviteiten in de constructie van gebouwen|Specialised construction activities in construction of buildings|Spezialisierte Bautätigkeiten im Hochbau
43.41|Travaux de couverture|Dakwerkzaamheden|Roofing activities|Dachdeckerei und Zimmerei
43.42|Autres travaux de construction spécialisés dans la construction de bâtiments|Overige gespecialiseerde bouwactiviteiten in de constructie van gebouwen|Other specialised construction activities in construction of buildings|Sonstige spezialisierte Bautätigkeiten im Hochbau
43.421|Travaux d’étanchéification des murs|Waterdichtingswerken van muren|Waterproofing of walls|Arbeiten zur Abdichtung von Mauern
43.422|Pose de chapes|Chapewerken|Laying of screeds|Anbringung von Abdeckungen
43.429|Autres travaux de construction spécialisés dans la construction de bâtiments, n.c.a.|Overige gespecialiseerde bouwactiviteiten in de constructie van gebouwen, n.e.g.|Other specialised construction activities in construction of buildings n.e.c.|Sonstige spezialisierte Bautätigkeiten im Hochbau a.n.g.
43.5|Travaux de construction spécialisés en génie civil|Gespecialiseerde bouwactiviteiten op het gebied van weg- en waterbouw|Specialised construction activities in civil engineering|Spezialisierte Bautätigkeiten im Tiefbau
43.6|Activités de service d’intermédiation pour des travaux de construction spécialisés|Bemiddelingsactiviteiten in verband met gespecialiseerde bouwnijverheid|Intermediation service activities for specialised construction services|Vermittlungstätigkeiten für spezialisierte Bautätigkeiten
43.9|Autres travaux de construction spécialisés|Overige gespecialiseerde bouwactiviteiten|Other specialised construction activities|Sonstige spezialisierte Bautätigkeiten
43.91|Travaux de maçonnerie et de pose de briques|Metselwerk|Masonry and bricklaying activities|Maurerarbeiten
43.99|Autres travaux de construction spécialisés n.c.a.|Overige gespecialiseerde bouwactiviteiten, n.e.g.|Other specialised construction activities n.e.c.|Sonstige spezialisierte Bautätigkeiten a.n.g.
`;
