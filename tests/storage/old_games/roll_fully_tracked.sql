BEGIN TRANSACTION;
CREATE TABLE event (
            game TEXT NOT NULL REFERENCES game (id),
            version INTEGER NOT NULL,
            step INTEGER NOT NULL,
            kind TEXT NOT NULL,
            schema INTEGER NOT NULL,
            body TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            played_ms INTEGER NOT NULL,
            check_sum TEXT NOT NULL,
            PRIMARY KEY (game, version)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',1,1,'GameStarted',1,'{"players":[{"seat":1,"name":"Ann","colour":"blue","faction":5,"home_world":"old_earth"},{"seat":2,"name":"Bob","colour":"red","faction":3,"home_world":"new_sparta"}],"credits":[1,1],"vp_pool":24}','2026-01-01T00:16:40.000+00:00',0,'81165105f9f744bd');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',2,1,'BagFilled',1,'{"tiles":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"reason":"R-1.2"}','2026-01-01T00:16:40.000+00:00',0,'fa28fa115ed5517f');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',3,1,'EmpireFounded',1,'{"seat":1,"tableau":["genetics_lab","the_last_of_the_gnarssh","old_earth"],"development":51,"world":52,"cup":["home","home","home"],"citizenry":["home","home","genes","consumption"],"goods":[],"reason":"R-1.6"}','2026-01-01T00:16:40.000+00:00',0,'d5c48280a968c900');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',4,1,'EmpireFounded',1,'{"seat":2,"tableau":["consumer_markets","space_mall","new_sparta"],"development":53,"world":54,"cup":["home","home","home","novelty"],"citizenry":["home","home","military","military"],"goods":[],"reason":"R-1.6"}','2026-01-01T00:16:40.000+00:00',0,'fea1f8e17efb82b8');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',5,1,'RoundStarted',1,'{"number":1}','2026-01-01T00:16:40.000+00:00',0,'c86dc5dc373e590f');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',6,6,'DiceRolled',1,'{"seat":1,"dice":[{"type":"home","face":"explore"},{"type":"home","face":"ship"},{"type":"home","face":"ship"}],"from_mat":false}','2026-01-01T00:16:40.000+00:00',0,'da7af4b9e1a26ada');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',7,7,'DiceMoved',1,'{"die":"home","count":1,"source":{"location":"mat","seat":1,"phase":null,"face":"ship","world":""},"target":{"location":"mat","seat":1,"phase":null,"face":"settle","world":""},"reason":"looked again"}','2026-01-01T00:16:40.000+00:00',0,'3b02076fee56ff18');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',8,8,'DiceMoved',1,'{"die":"home","count":1,"source":{"location":"mat","seat":1,"phase":null,"face":"ship","world":""},"target":{"location":"citizenry","seat":1,"phase":null,"face":null,"world":""},"reason":""}','2026-01-01T00:16:40.000+00:00',0,'cb60759345c57779');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',9,9,'ReadySignalled',1,'{"seat":1}','2026-01-01T00:16:40.000+00:00',0,'c5e3f39998fd7126');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',10,10,'ReadySignalled',1,'{"seat":2}','2026-01-01T00:16:40.000+00:00',0,'7c7a87dd8ff0eed0');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',11,10,'RevealStarted',1,'{}','2026-01-01T00:16:40.000+00:00',0,'6eb24aa1cb1709d7');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',12,12,'MatRecorded',1,'{"seat":1,"dice":[{"type":"home","face":"explore","place":{"phase":"explore","selecting":true},"doubtful":false,"mark":""},{"type":"home","face":"settle","place":{"phase":"settle","selecting":false},"doubtful":false,"mark":""}]}','2026-01-01T00:16:40.000+00:00',0,'b6e3aa887a8a17cb');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',13,13,'MatRecorded',1,'{"seat":2,"dice":[{"type":"home","face":"settle","place":{"phase":"settle","selecting":true},"doubtful":false,"mark":""},{"type":"home","face":"settle","place":{"phase":"settle","selecting":false},"doubtful":false,"mark":""},{"type":"home","face":"explore","place":{"phase":"explore","selecting":false},"doubtful":false,"mark":""},{"type":"genes","face":"produce","place":{"phase":"produce","selecting":false},"doubtful":false,"mark":""}]}','2026-01-01T00:16:40.000+00:00',0,'6b5f71252a111f35');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',14,14,'SpareDieRolled',1,'{"face":"produce"}','2026-01-01T00:16:40.000+00:00',0,'cd871e25454b08a7');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',15,15,'DieCorrected',1,'{"seat":2,"index":3,"die":{"type":"novelty","face":"produce","place":{"phase":"produce","selecting":false},"doubtful":false,"mark":""}}','2026-01-01T00:16:40.000+00:00',0,'14cac0c1bce7ef12');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',16,16,'DiceRolled',1,'{"seat":2,"dice":[{"type":"home","face":"settle"},{"type":"home","face":"settle"},{"type":"home","face":"explore"},{"type":"novelty","face":"produce"}],"from_mat":true}','2026-01-01T00:16:40.000+00:00',0,'4f582b1092177a2b');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',17,16,'PhasesActivated',1,'{"phases":["explore","settle","produce"]}','2026-01-01T00:16:40.000+00:00',0,'bf7878e19740ef42');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',18,16,'PhaseStarted',1,'{"phase":"explore"}','2026-01-01T00:16:40.000+00:00',0,'f10798bf151c2c3d');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',19,19,'TileReplaced',1,'{"spot":{"location":"stack","seat":1,"stack":"world","index":0,"side":""},"tile":40,"old":52,"side":"","exchanged":null,"reason":"read the wrong number"}','2026-01-01T00:16:40.000+00:00',0,'1a58227b498d6aca');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',20,20,'TileMoved',1,'{"tile":7,"source":{"location":"bag","seat":null,"stack":null,"index":0,"side":""},"target":{"location":"tableau","seat":2,"stack":"world","index":0,"side":"spice_world"},"reason":"forgotten"}','2026-01-01T00:16:40.000+00:00',0,'166b05df3e7f6a3b');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',21,21,'TileMoved',1,'{"tile":7,"source":{"location":"tableau","seat":2,"stack":null,"index":0,"side":"spice_world"},"target":{"location":"bag","seat":null,"stack":null,"index":0,"side":""},"reason":""}','2026-01-01T00:16:40.000+00:00',0,'ddece01bc38754bc');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',22,22,'Undone',1,'{"to_version":20}','2026-01-01T00:16:40.000+00:00',0,'6cea0e2f9c799c84');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',23,23,'DiceMoved',1,'{"die":"novelty","count":1,"source":{"location":"stock","seat":null,"phase":null,"face":null,"world":""},"target":{"location":"good","seat":2,"phase":null,"face":null,"world":"spice_world"},"reason":""}','2026-01-01T00:16:40.000+00:00',0,'87024d70a255358d');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',24,24,'Stocked',1,'{"seat":1,"die":"home","borrowed":false}','2026-01-01T00:16:40.000+00:00',0,'13b490cb8e12c155');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',25,24,'CreditsPaid',1,'{"seat":1,"delta":2,"reason":"R-6.2","lost":0}','2026-01-01T00:16:40.000+00:00',0,'0eeac43b5d1ee118');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',26,26,'Stocked',1,'{"seat":2,"die":"home","borrowed":false}','2026-01-01T00:16:40.000+00:00',0,'6c671b15583ca50b');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',27,26,'CreditsPaid',1,'{"seat":2,"delta":2,"reason":"R-6.2","lost":0}','2026-01-01T00:16:40.000+00:00',0,'150d06a6204122b6');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',28,28,'PhaseFinished',1,'{"phase":"explore"}','2026-01-01T00:16:40.000+00:00',0,'642fbe489b7c19cb');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',29,28,'PhaseStarted',1,'{"phase":"settle"}','2026-01-01T00:16:40.000+00:00',0,'6e3a8c531d55b38a');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',30,30,'WorkersPlaced',1,'{"seat":1,"phase":"settle","dice":["home"]}','2026-01-01T00:16:40.000+00:00',0,'6197725485cf0f7a');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',31,31,'DiceMoved',1,'{"die":"home","count":1,"source":{"location":"settlers","seat":1,"phase":null,"face":null,"world":""},"target":{"location":"cup","seat":1,"phase":null,"face":null,"world":""},"reason":""}','2026-01-01T00:16:40.000+00:00',0,'e94dca2406023615');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',32,32,'Undone',1,'{"to_version":30}','2026-01-01T00:16:40.000+00:00',0,'696563032aa3f9be');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',33,33,'WorkersPlaced',1,'{"seat":2,"phase":"settle","dice":["home","home"]}','2026-01-01T00:16:40.000+00:00',0,'bbdd8549c55ea5e0');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',34,34,'PhaseFinished',1,'{"phase":"settle"}','2026-01-01T00:16:40.000+00:00',0,'95c41a2e7cc0602c');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',35,34,'PhaseStarted',1,'{"phase":"produce"}','2026-01-01T00:16:40.000+00:00',0,'1dd67aad7960f923');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',36,36,'GoodsProduced',1,'{"seat":2,"goods":[{"world":"space_mall","die":"novelty"}]}','2026-01-01T00:16:40.000+00:00',0,'51e9588d095d1238');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',37,37,'VpCorrected',1,'{"seat":1,"value":14,"old":0,"from_pool":14,"from_reserve":0,"reason":"counted"}','2026-01-01T00:16:40.000+00:00',0,'11bb804939b0e912');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',38,38,'VpCorrected',1,'{"seat":2,"value":11,"old":0,"from_pool":10,"from_reserve":1,"reason":"counted"}','2026-01-01T00:16:40.000+00:00',0,'e2df3e14e98c2ee2');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',39,39,'Corrected',1,'{"what":"credits","value":9,"old":3,"seat":2,"reason":""}','2026-01-01T00:16:40.000+00:00',0,'e5f815438a543016');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',40,40,'CreditsPaid',1,'{"seat":2,"delta":1,"reason":"consumer_markets","lost":1}','2026-01-01T00:16:40.000+00:00',0,'5bc968fc6819c90c');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',41,40,'PhaseFinished',1,'{"phase":"produce"}','2026-01-01T00:16:40.000+00:00',0,'646f056658f77dc2');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',42,40,'ManageStarted',1,'{}','2026-01-01T00:16:40.000+00:00',0,'fd456689fac70f5f');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',43,40,'DiceRecruited',1,'{"seat":2,"dice":["home","home","military","military","home"],"reason":"R-10.1"}','2026-01-01T00:16:40.000+00:00',0,'b48c22b02ff05acf');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',44,44,'DiceRecruited',1,'{"seat":1,"dice":["home","home","home"],"reason":"R-10.1"}','2026-01-01T00:16:40.000+00:00',0,'68c0d87e507228fc');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',45,44,'MarkerRaised',1,'{"seat":1}','2026-01-01T00:16:40.000+00:00',0,'1a6179617e13fb09');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',46,46,'RoundFinished',1,'{"number":1}','2026-01-01T00:16:40.000+00:00',0,'dd091edf25a41748');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',47,46,'SeatScored',1,'{"seat":1,"total":19,"vp_chips":14,"tiles":5,"bonuses":[],"tiebreak":4,"rank":1,"reason":"R-11.1"}','2026-01-01T00:16:40.000+00:00',0,'fd922d21293982bc');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',48,46,'SeatScored',1,'{"seat":2,"total":18,"vp_chips":11,"tiles":7,"bonuses":[],"tiebreak":10,"rank":2,"reason":"R-11.1"}','2026-01-01T00:16:40.000+00:00',0,'571c5ca2c3d804ba');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',49,46,'GameEnded',1,'{"reasons":["vp_pool"]}','2026-01-01T00:16:40.000+00:00',0,'3eb3b7f605d78e19');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',50,50,'VpCorrected',1,'{"seat":2,"value":15,"old":11,"from_pool":0,"from_reserve":4,"reason":""}','2026-01-01T00:16:40.000+00:00',0,'36525a8083747353');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',51,50,'SeatScored',1,'{"seat":1,"total":19,"vp_chips":14,"tiles":5,"bonuses":[],"tiebreak":4,"rank":2,"reason":"R-11.1"}','2026-01-01T00:16:40.000+00:00',0,'36e2f6b85345e770');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',52,50,'SeatScored',1,'{"seat":2,"total":22,"vp_chips":15,"tiles":7,"bonuses":[],"tiebreak":10,"rank":1,"reason":"R-11.1"}','2026-01-01T00:16:40.000+00:00',0,'d52ece8c98c2dc3b');
CREATE TABLE game (
            id TEXT PRIMARY KEY,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            started_at TEXT NOT NULL,
            finished INTEGER NOT NULL,
            check_sum TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "game" VALUES('roll-20260101001640-c32b17',1,'roll','2026-01-01T00:16:40.000+00:00',0,'2d0d515e8059cd4b');
COMMIT;
