BEGIN TRANSACTION;
CREATE TABLE event (
            game TEXT NOT NULL REFERENCES game (id),
            version INTEGER NOT NULL,
            step INTEGER NOT NULL,
            kind TEXT NOT NULL,
            schema INTEGER NOT NULL,
            body TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            check_sum TEXT NOT NULL,
            PRIMARY KEY (game, version)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',1,1,'GameStarted',1,'{"players":[{"seat":1,"name":"Ann","colour":"blue","faction":5,"home_world":"old_earth"},{"seat":2,"name":"Bob","colour":"red","faction":3,"home_world":"new_sparta"}],"credits":[1,1],"vp_pool":24}','2026-01-01T00:16:40.000+00:00','8e2d4c8aa4c619a4');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',2,1,'BagFilled',1,'{"tiles":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"reason":"R-1.2"}','2026-01-01T00:16:40.000+00:00','59ba67a3a78d0fb9');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',3,1,'EmpireFounded',1,'{"seat":1,"tableau":["genetics_lab","the_last_of_the_gnarssh","old_earth"],"development":51,"world":52,"cup":["home","home","home"],"citizenry":["home","home","genes","consumption"],"goods":[],"reason":"R-1.6"}','2026-01-01T00:16:40.000+00:00','00b59bd4d4d63771');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',4,1,'EmpireFounded',1,'{"seat":2,"tableau":["consumer_markets","space_mall","new_sparta"],"development":53,"world":54,"cup":["home","home","home","novelty"],"citizenry":["home","home","military","military"],"goods":[],"reason":"R-1.6"}','2026-01-01T00:16:40.000+00:00','ecaf8216491e4a39');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',5,1,'RoundStarted',1,'{"number":1}','2026-01-01T00:16:40.000+00:00','89076e89993e9edd');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',6,6,'DiceRolled',1,'{"seat":1,"dice":[{"type":"home","face":"explore"},{"type":"home","face":"ship"},{"type":"home","face":"ship"}],"from_mat":false}','2026-01-01T00:16:40.000+00:00','9ad14b4705ac8104');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',7,7,'DiceMoved',1,'{"die":"home","count":1,"source":{"location":"mat","seat":1,"phase":null,"face":"ship","world":""},"target":{"location":"mat","seat":1,"phase":null,"face":"settle","world":""},"reason":"looked again"}','2026-01-01T00:16:40.000+00:00','ce54916099eb7999');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',8,8,'DiceMoved',1,'{"die":"home","count":1,"source":{"location":"mat","seat":1,"phase":null,"face":"ship","world":""},"target":{"location":"citizenry","seat":1,"phase":null,"face":null,"world":""},"reason":""}','2026-01-01T00:16:40.000+00:00','2cfa1067ed2c445f');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',9,9,'ReadySignalled',1,'{"seat":1}','2026-01-01T00:16:40.000+00:00','ea69f78d1004adf9');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',10,10,'ReadySignalled',1,'{"seat":2}','2026-01-01T00:16:40.000+00:00','8be38a1a7d59bc3c');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',11,10,'RevealStarted',1,'{}','2026-01-01T00:16:40.000+00:00','13aee5c6feca9371');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',12,12,'MatRecorded',1,'{"seat":1,"dice":[{"type":"home","face":"explore","place":{"phase":"explore","selecting":true},"doubtful":false,"mark":""},{"type":"home","face":"settle","place":{"phase":"settle","selecting":false},"doubtful":false,"mark":""}]}','2026-01-01T00:16:40.000+00:00','b7cfb1ebd2f59612');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',13,13,'MatRecorded',1,'{"seat":2,"dice":[{"type":"home","face":"settle","place":{"phase":"settle","selecting":true},"doubtful":false,"mark":""},{"type":"home","face":"settle","place":{"phase":"settle","selecting":false},"doubtful":false,"mark":""},{"type":"home","face":"explore","place":{"phase":"explore","selecting":false},"doubtful":false,"mark":""},{"type":"genes","face":"produce","place":{"phase":"produce","selecting":false},"doubtful":false,"mark":""}]}','2026-01-01T00:16:40.000+00:00','919dd9c8545bda74');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',14,14,'SpareDieRolled',1,'{"face":"produce"}','2026-01-01T00:16:40.000+00:00','d86f3d45bb22221f');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',15,15,'DieCorrected',1,'{"seat":2,"index":3,"die":{"type":"novelty","face":"produce","place":{"phase":"produce","selecting":false},"doubtful":false,"mark":""}}','2026-01-01T00:16:40.000+00:00','f29bac9202be62ca');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',16,16,'DiceRolled',1,'{"seat":2,"dice":[{"type":"home","face":"settle"},{"type":"home","face":"settle"},{"type":"home","face":"explore"},{"type":"novelty","face":"produce"}],"from_mat":true}','2026-01-01T00:16:40.000+00:00','8f9f7f5cb1af761e');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',17,16,'PhasesActivated',1,'{"phases":["explore","settle","produce"]}','2026-01-01T00:16:40.000+00:00','085e36ce54e5f14a');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',18,16,'PhaseStarted',1,'{"phase":"explore"}','2026-01-01T00:16:40.000+00:00','9877c792f6350d68');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',19,19,'TileReplaced',1,'{"spot":{"location":"stack","seat":1,"stack":"world","index":0,"side":""},"tile":40,"old":52,"side":"","exchanged":null,"reason":"read the wrong number"}','2026-01-01T00:16:40.000+00:00','8b62c14d108761e1');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',20,20,'TileMoved',1,'{"tile":7,"source":{"location":"bag","seat":null,"stack":null,"index":0,"side":""},"target":{"location":"tableau","seat":2,"stack":"world","index":0,"side":"spice_world"},"reason":"forgotten"}','2026-01-01T00:16:40.000+00:00','a2a27a9101d05883');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',21,21,'TileMoved',1,'{"tile":7,"source":{"location":"tableau","seat":2,"stack":null,"index":0,"side":"spice_world"},"target":{"location":"bag","seat":null,"stack":null,"index":0,"side":""},"reason":""}','2026-01-01T00:16:40.000+00:00','e7a1e36c8a6923d4');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',22,22,'Undone',1,'{"to_version":20}','2026-01-01T00:16:40.000+00:00','ef9a31608f3dbc5e');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',23,23,'DiceMoved',1,'{"die":"novelty","count":1,"source":{"location":"stock","seat":null,"phase":null,"face":null,"world":""},"target":{"location":"good","seat":2,"phase":null,"face":null,"world":"spice_world"},"reason":""}','2026-01-01T00:16:40.000+00:00','f4bfd59c7a187100');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',24,24,'Stocked',1,'{"seat":1,"die":"home","borrowed":false}','2026-01-01T00:16:40.000+00:00','7ec4ad0a749e7787');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',25,24,'CreditsPaid',1,'{"seat":1,"delta":2,"reason":"R-6.2","lost":0}','2026-01-01T00:16:40.000+00:00','ed4eaf4271853f25');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',26,26,'Stocked',1,'{"seat":2,"die":"home","borrowed":false}','2026-01-01T00:16:40.000+00:00','b44e87c605c5a504');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',27,26,'CreditsPaid',1,'{"seat":2,"delta":2,"reason":"R-6.2","lost":0}','2026-01-01T00:16:40.000+00:00','b43b4e186fee5b1b');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',28,28,'PhaseFinished',1,'{"phase":"explore"}','2026-01-01T00:16:40.000+00:00','070d9cee8cc0129d');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',29,28,'PhaseStarted',1,'{"phase":"settle"}','2026-01-01T00:16:40.000+00:00','1b82fdcf6e533f49');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',30,30,'WorkersPlaced',1,'{"seat":1,"phase":"settle","dice":["home"]}','2026-01-01T00:16:40.000+00:00','1c36fe51d035be11');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',31,31,'DiceMoved',1,'{"die":"home","count":1,"source":{"location":"settlers","seat":1,"phase":null,"face":null,"world":""},"target":{"location":"cup","seat":1,"phase":null,"face":null,"world":""},"reason":""}','2026-01-01T00:16:40.000+00:00','bdc57ea2471814cc');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',32,32,'Undone',1,'{"to_version":30}','2026-01-01T00:16:40.000+00:00','7c8dab43355e4def');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',33,33,'WorkersPlaced',1,'{"seat":2,"phase":"settle","dice":["home","home"]}','2026-01-01T00:16:40.000+00:00','bed00db0a853c920');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',34,34,'PhaseFinished',1,'{"phase":"settle"}','2026-01-01T00:16:40.000+00:00','6ebb76195fa1a36b');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',35,34,'PhaseStarted',1,'{"phase":"produce"}','2026-01-01T00:16:40.000+00:00','80d363454dc99beb');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',36,36,'GoodsProduced',1,'{"seat":2,"goods":[{"world":"space_mall","die":"novelty"}]}','2026-01-01T00:16:40.000+00:00','067a4bf85c32d048');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',37,37,'VpCorrected',1,'{"seat":1,"value":14,"old":0,"from_pool":14,"from_reserve":0,"reason":"counted"}','2026-01-01T00:16:40.000+00:00','bf01cf14bd236c94');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',38,38,'VpCorrected',1,'{"seat":2,"value":11,"old":0,"from_pool":10,"from_reserve":1,"reason":"counted"}','2026-01-01T00:16:40.000+00:00','87342f216d3d661f');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',39,39,'Corrected',1,'{"what":"credits","value":9,"old":3,"seat":2,"reason":""}','2026-01-01T00:16:40.000+00:00','d2f61833b3638511');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',40,40,'CreditsPaid',1,'{"seat":2,"delta":1,"reason":"consumer_markets","lost":1}','2026-01-01T00:16:40.000+00:00','90addaa36fb74645');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',41,40,'PhaseFinished',1,'{"phase":"produce"}','2026-01-01T00:16:40.000+00:00','5c06f2f216b9112c');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',42,40,'ManageStarted',1,'{}','2026-01-01T00:16:40.000+00:00','d7acdfcc5de1a301');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',43,40,'DiceRecruited',1,'{"seat":2,"dice":["home","home","military","military","home"],"reason":"R-10.1"}','2026-01-01T00:16:40.000+00:00','a9db6694c5cf38bd');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',44,44,'DiceRecruited',1,'{"seat":1,"dice":["home","home","home"],"reason":"R-10.1"}','2026-01-01T00:16:40.000+00:00','722f586e2db6bbb6');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',45,44,'MarkerRaised',1,'{"seat":1}','2026-01-01T00:16:40.000+00:00','71fd43fe4ff92de7');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',46,46,'RoundFinished',1,'{"number":1}','2026-01-01T00:16:40.000+00:00','2d7ff3e1b806d967');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',47,46,'SeatScored',1,'{"seat":1,"total":19,"vp_chips":14,"tiles":5,"bonuses":[],"tiebreak":4,"rank":1,"reason":"R-11.1"}','2026-01-01T00:16:40.000+00:00','49bbf9f29c8af3d7');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',48,46,'SeatScored',1,'{"seat":2,"total":18,"vp_chips":11,"tiles":7,"bonuses":[],"tiebreak":10,"rank":2,"reason":"R-11.1"}','2026-01-01T00:16:40.000+00:00','687e438282b32d0d');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',49,46,'GameEnded',1,'{"reasons":["vp_pool"]}','2026-01-01T00:16:40.000+00:00','16fef7c67ba2952e');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',50,50,'VpCorrected',1,'{"seat":2,"value":15,"old":11,"from_pool":0,"from_reserve":4,"reason":""}','2026-01-01T00:16:40.000+00:00','49554707ac5ef842');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',51,50,'SeatScored',1,'{"seat":1,"total":19,"vp_chips":14,"tiles":5,"bonuses":[],"tiebreak":4,"rank":2,"reason":"R-11.1"}','2026-01-01T00:16:40.000+00:00','21b74c68a2098c21');
INSERT INTO "event" VALUES('roll-20260101001640-c32b17',52,50,'SeatScored',1,'{"seat":2,"total":22,"vp_chips":15,"tiles":7,"bonuses":[],"tiebreak":10,"rank":1,"reason":"R-11.1"}','2026-01-01T00:16:40.000+00:00','de3435a2fc859038');
CREATE TABLE game (
            id TEXT PRIMARY KEY,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            started_at TEXT NOT NULL,
            finished INTEGER NOT NULL DEFAULT 0
        , check_sum TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID
        ;
INSERT INTO "game" VALUES('roll-20260101001640-c32b17',1,'roll','2026-01-01T00:16:40.000+00:00',0,'2d0d515e8059cd4b');
COMMIT;
