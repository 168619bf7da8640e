//! `/api/v1`, but for searches and builds.

use serde_json::{Value, json};

use crate::client::start;

#[tokio::test(flavor = "multi_thread")]
async fn tables_at_hand() {
    let server = start().await;
    let tables = server.get("/api/v1/tables").await.json();
    assert_eq!(tables["auto_build"], 0);
    let all = tables["tables"].as_array().unwrap();
    assert_eq!(all.len(), 15, "five endings, three metrics");
    let rook =
        all.iter().find(|table| table["ending"] == "KRK" && table["metric"] == "dtm").unwrap();
    assert_eq!(
        (&rook["men"], &rook["longest"], &rook["longest_moves"]),
        (&json!(3), &json!(31), &json!(16))
    );
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics() {
    let server = start().await;
    let stats = server.get("/api/v1/stats/kkr?metric=dtm").await.json();
    assert_eq!(
        (&stats["material"], &stats["metric"], &stats["counting"]),
        (&json!("KRK"), &json!("dtm"), &json!("classes"))
    );
    assert_eq!(stats["white_to_move"]["longest_win"]["moves"], 16);
    // asked for again, it comes from memory
    assert_eq!(server.get("/api/v1/stats/KRK?metric=dtm").await.json(), stats);
    let all = server.get("/api/v1/stats/KRK?counting=placements").await.json();
    assert!(all["white_to_move"]["legal"].as_u64() > stats["white_to_move"]["legal"].as_u64());
    let pawn = server.get("/api/v1/stats/KPK?by_pawn=true").await.json();
    assert_eq!(pawn["by_pawn"].as_array().unwrap().len(), 24);
    for (path, status, says) in [
        ("/api/v1/stats/KXK", 400, "KXK"),
        ("/api/v1/stats/KRK?metric=far", 400, "metric"),
        ("/api/v1/stats/KRK?counting=some", 400, "one of classes, placements"),
        ("/api/v1/stats/KRK?by_pawn=true", 400, "not one pawn"),
        ("/api/v1/stats/KRK?metric=stalemate", 404, "solusrex build"),
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(answer.error().contains(says), "{path}: {}", answer.error());
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mined_positions() {
    let server = start().await;
    let longest = server.get("/api/v1/mine/KRK?filter=longest&limit=3").await.json();
    let positions = longest["positions"].as_array().unwrap();
    assert_eq!((positions.len(), &longest["more"]), (3, &json!(true)));
    assert!(positions.iter().all(|found| found["moves"] == 16 && found["result"] == "won"));
    let zugzwang = server.get("/api/v1/mine/KPK?filter=zugzwang&half=true&limit=1000").await.json();
    assert!(zugzwang["positions"][0]["other_to_move"]["result"].is_string());
    assert_eq!(zugzwang["more"], false);
    let only =
        server.get("/api/v1/mine/KPK?filter=only-move&piece=Pe2&distance=20&side=white").await;
    assert_eq!(only.status, 200, "{}", only.text());
    for (query, says) in [
        ("filter=odd", "one of any, longest"),
        ("limit=1001", "0 to 1000"),
        ("piece=Xx9", "write Qd4"),
        ("distance=3&plies=5", "give one of them"),
        ("filter=longest&plies=5", "leave out"),
    ] {
        let answer = server.get(&format!("/api/v1/mine/KPK?{query}")).await;
        assert_eq!(answer.status, 400, "{query}: {}", answer.text());
        assert!(answer.error().contains(says), "{query}: {}", answer.error());
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn best_play() {
    let server = start().await;
    let line = server.get("/api/v1/line?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-&equals=true").await.json();
    assert_eq!(
        (&line["metric"], &line["result"], &line["plies"], &line["end"]),
        (&json!("dtm"), &json!("won"), &json!(31), &json!("goal"))
    );
    let moves = line["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 31);
    assert!(moves.iter().any(|mv| !mv["equals"].as_array().unwrap().is_empty()));
    let missing = server.get("/api/v1/line?fen=8/8/8/8/8/2k5/1RN5/K7_b_-_-").await;
    assert_eq!((missing.status, &missing.json()["building"]), (404, &json!(false)));
    assert_eq!(server.get("/api/v1/line?fen=4k3/8/8/8/8/8/8/4K2R_w_K_-").await.status, 400);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lessons() {
    let server = start().await;
    let lesson = server.get("/api/v1/lesson?material=KRK&level=hard&seed=7").await.json();
    assert_eq!(
        (&lesson["material"], &lesson["side"], &lesson["level"], &lesson["seed"]),
        (&json!("KRK"), &json!("white"), &json!("hard"), &json!(7))
    );
    assert!(lesson["moves"].as_u64().unwrap() >= 15, "{lesson}");
    assert_eq!(server.get("/api/v1/lesson?material=KRK&level=hard&seed=7").await.json(), lesson);
    let longest = server.get("/api/v1/lesson?material=KRK&level=longest").await.json();
    assert_eq!((&longest["moves"], &longest["result"]), (&json!(16), &json!("won")));
    let seed = longest["seed"].as_u64().unwrap();
    let again =
        server.get(&format!("/api/v1/lesson?material=KRK&level=longest&seed={seed}")).await.json();
    assert_eq!(again, longest);
    // the same ending with colours exchanged
    let black = server.get("/api/v1/lesson?material=KKR&side=black&seed=1").await.json();
    assert_eq!((&black["goal"], &black["side"]), (&json!("win"), &json!("black")));
    assert!(black["fen"].as_str().unwrap().contains(" b "), "{black}");
    for (query, status) in [
        ("", 400),
        ("?material=KXK", 400),
        ("?material=KRK&level=harder", 400),
        ("?material=KBK", 400),
        ("?material=KRKN", 404),
        ("?material=KRK&seed=-1", 400),
        ("?material=KRK&side=both", 400),
    ] {
        let answer = server.get(&format!("/api/v1/lesson{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
        assert!(answer.error().contains('('), "{}", answer.error());
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_moves_of_any_chess() {
    let server = start().await;
    let circe =
        server.get("/api/v1/moves?pieces=White+Bd3+Ke1+Black+Rb5+Ke8&cond=Circe").await.json();
    let moves = circe["moves"].as_array().unwrap();
    let capture = moves.iter().find(|mv| mv["move"] == "Bd3*b5[+bRa8]").unwrap();
    assert_eq!((&capture["from"], &capture["to"]), (&json!("d3"), &json!("b5")));
    assert_eq!(capture["fen"], "r3k3/8/8/1B6/8/8/8/4K3 b q - 0 1");
    assert_eq!(circe["men"].as_array().unwrap().len(), 4);
    let array = server
        .get("/api/v1/moves?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-")
        .await
        .json();
    let moves = array["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    assert!(
        moves.iter().any(|mv| mv["move"] == "Sg1-f3" && mv["uci"] == "g1f3" && mv["san"] == "Nf3")
    );
    let torus = server
        .get("/api/v1/moves?pieces=White+Na1+Kd4+Black+Kd8&topology=torus&board=10x10")
        .await
        .json();
    assert_eq!(torus["board"], json!({"width": 10, "height": 10, "topology": "torus"}));
    assert!(torus["fen"].as_str().unwrap().starts_with("10x10t "));
    let again = server
        .get(&format!("/api/v1/moves?fen={}", torus["fen"].as_str().unwrap().replace(' ', "_")))
        .await
        .json();
    assert_eq!(again, torus);
    let bare = server.get("/api/v1/moves?fen=4k/5/5/5/K4_b_-_-&board=5x5").await.json();
    assert_eq!(
        (&bare["side_to_move"], bare["moves"].as_array().unwrap().len()),
        (&json!("black"), 3)
    );
    let own = server
        .get("/api/v1/moves?kind=XY+%3D+leap+0,3&pieces=White+XYd4+Ka1+Black+Kh8")
        .await
        .json();
    assert!(own["moves"].as_array().unwrap().iter().any(|mv| mv["move"] == "XYd4-d7"), "{own}");
    for query in [
        "",
        "?fen=x",
        "?pieces=White+Qq9",
        "?fen=8/8/8/8/8/8/8/8&pieces=White+Ke1",
        "?pieces=White+Ke1&board=99x9",
        "?pieces=White+Ke1&cond=Odd",
        "?pieces=White+Ke1&topology=bottle",
        "?pieces=White+Ke1&kind=X",
    ] {
        let answer = server.get(&format!("/api/v1/moves{query}")).await;
        assert_eq!(answer.status, 400, "{query}: {}", answer.text());
        assert!(answer.error().contains('('), "{}", answer.error());
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drawings() {
    let server = start().await;
    let diagram = server
        .get("/api/v1/diagram?pieces=White+Ke1+Gd4+Black+Ke8&caption=h%233&coordinates=false")
        .await;
    assert_eq!((diagram.status, diagram.header("content-type")), (200, Some("image/svg+xml")));
    assert!(
        diagram.text().starts_with("<svg") && diagram.text().contains(">h#3<"),
        "{}",
        diagram.text()
    );
    let escaped = server.get("/api/v1/diagram?pieces=White+Ke1&caption=%3Cscript%3E").await.text();
    assert!(!escaped.contains("<script>"));
    let figure = server.get("/api/v1/figures/neutral/G.svg?royal=true").await;
    assert_eq!((figure.status, figure.header("content-type")), (200, Some("image/svg+xml")));
    assert!(figure.text().contains("rotate(180)"));
    for path in [
        "/api/v1/figures/green/G.svg",
        "/api/v1/figures/white/G9.svg",
        "/api/v1/figures/white/..%2fG.svg",
    ] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_there_is_to_choose_from() {
    let server = start().await;
    let pieces = server.get("/api/v1/pieces").await.json();
    let hopper = pieces.as_array().unwrap().iter().find(|piece| piece["letters"] == "G").unwrap();
    assert_eq!(
        (&hopper["name"], &hopper["figure"], &hopper["turn"]),
        (&json!("grasshopper"), &json!("queen"), &json!(180))
    );
    let words = server.get("/api/v1/words").await.json();
    for part in ["stipulations", "conditions", "options"] {
        assert_eq!(server.get(&format!("/api/v1/{part}")).await.json(), words[part], "{part}");
        assert!(words[part].as_array().unwrap().len() > 20, "{part}");
    }
    assert!(words["attributes"].as_array().unwrap().contains(&json!("Royal")));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_as_text_and_as_fields() {
    let server = start().await;
    let text = "begin author Nobody\npieces white kc3 rb1 black ka3 stip h#2 cond circe opt setplay twin move a3 a4 end";
    let read = server.post("/api/v1/problem", "text/plain", text.as_bytes()).await.json();
    let problem = &read["problems"][0];
    assert_eq!(
        (&problem["stip"], &problem["cond"], &problem["options"]),
        (&json!("h#2"), &json!(["Circe"]), &json!(["SetPlay"]))
    );
    assert_eq!(problem["twins"][1]["words"], "Move a3 a4");
    assert_eq!(problem["twins"][1]["changes"], json!(["bKa3-->a4"]));
    // what is told as text reads the same
    let told = problem["text"].as_str().unwrap();
    assert_eq!(server.post("/api/v1/problem", "text/plain", told.as_bytes()).await.json(), read);
    let fields = json!({"pieces": problem["pieces"], "stip": "h#2", "cond": ["Circe"], "options": ["SetPlay"],
        "twins": ["Move a3 a4"], "title": problem["title"]});
    let composed = server
        .post("/api/v1/problem", "application/json", fields.to_string().as_bytes())
        .await
        .json();
    assert_eq!(composed, read);
    let wrong = server
        .post("/api/v1/problem", "text/plain", b"begin\npieces white Ke1\nstip h#2 opt seplay end")
        .await;
    assert_eq!((wrong.status, &wrong.json()["line"]), (400, &json!(3)));
    assert!(wrong.error().contains("did you mean SetPlay?"), "{}", wrong.error());
    assert!(wrong.json()["snippet"].as_str().unwrap().contains("^^^^^^"));
    for fields in [
        json!({}),
        json!([]),
        json!({"fen": "x", "stip": "#2"}),
        json!({"pieces": "White Ke1", "stip": ""}),
        json!({"fen": 3}),
    ] {
        let answer =
            server.post("/api/v1/problem", "application/json", fields.to_string().as_bytes()).await;
        assert_eq!(answer.status, 400, "{fields}");
        assert!(!answer.error().is_empty());
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_fits() {
    let server = start().await;
    let document = server.get("/api/v1/openapi.json").await.json();
    assert_eq!(document["info"]["title"], "Solus Rex");
    let described: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    assert!(described.len() >= 18, "{described:?}");
    // every path is there, with what the description gives as example
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(get) = methods.get("get") else { continue };
        if path.ends_with("/builds") {
            continue;
        }
        let mut address = path.clone();
        let mut query = Vec::new();
        for parameter in get["parameters"].as_array().into_iter().flatten() {
            let (name, example) = (parameter["name"].as_str().unwrap(), &parameter["example"]);
            let Value::String(example) = example else { continue };
            match parameter["in"].as_str() {
                Some("path") => address = address.replace(&format!("{{{name}}}"), example),
                _ => query.push(format!("{name}={}", example.replace(' ', "_"))),
            }
        }
        let answer = server.get(&format!("{address}?{}", query.join("&"))).await;
        let missing = answer.status == 404 && answer.text().contains("building");
        assert!(answer.status == 200 || missing, "{address}?{query:?}: {}", answer.text());
    }
    let page = server.get("/api/v1/docs").await;
    assert!(page.text().contains("/api/v1/lesson"));
    server.end().await;
}
