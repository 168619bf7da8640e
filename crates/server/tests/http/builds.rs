//! Tables built on demand.

use solusrex_server::Config;
use solusrex_tables::Tablebase;
use tokio::io::AsyncReadExt;

use crate::client::{new_folder, start_with, until};

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_table_is_built_and_told_of() {
    let folder = new_folder("on-demand");
    let server =
        start_with(Tablebase::open(&folder), Config { auto_build: 3, ..Config::default() }).await;
    let mut builds = server.open("GET", "/api/v1/builds", "text/plain", b"").await;
    let ask = "/standard?fen=8/8/8/2k5/8/8/1P6/K7_w_-_-";
    let first = server.get(ask).await.json();
    assert_eq!(first["category"], "unknown", "{first}");
    let refused = server.get("/api/v1/lesson?material=KPK").await;
    if refused.status == 404 {
        assert_eq!(refused.json()["building"], true);
    }
    until("KPK is built", async || server.get(ask).await.json()["dtz"].is_number()).await;
    until("all of it", async || {
        let listed = server.get("/api/v1/tables").await.json();
        let names: Vec<String> = listed["tables"]
            .as_array()
            .unwrap()
            .iter()
            .map(|table| format!("{}.{}", table["ending"], table["metric"]).replace('"', ""))
            .collect();
        ["KPK.dtm", "KPK.dtc", "KPK.dtz", "KQK.dtm"]
            .iter()
            .all(|name| names.contains(&(*name).to_owned()))
    })
    .await;
    let after = server.get(ask).await.json();
    assert!(["dtm", "dtc", "dtz"].iter().all(|metric| after[*metric].is_number()), "{after}");
    assert!(
        after["moves"].as_array().unwrap().iter().all(|mv| mv["category"] != "unknown"),
        "{after}"
    );
    let mut told = String::new();
    let mut bytes = [0; 4096];
    while !told.contains("event: idle") {
        let read =
            tokio::time::timeout(std::time::Duration::from_secs(200), builds.read(&mut bytes));
        let read = read.await.expect("the stream tells when it is idle").unwrap();
        assert!(read > 0, "the stream ended: {told}");
        told += &String::from_utf8_lossy(&bytes[..read]);
    }
    for event in ["event: state", "event: started", "event: finished"] {
        assert!(told.contains(event), "{event}\n{told}");
    }
    assert!(told.contains(r#""ending":"KPK","metric":"dtz","bytes":"#), "{told}");
    server.end().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn larger_tables_are_not_built() {
    let folder = new_folder("never");
    let server =
        start_with(Tablebase::open(&folder), Config { auto_build: 3, ..Config::default() }).await;
    let answer = server.get("/standard?fen=8/8/8/8/8/2k5/1RN5/K7_b_-_-").await.json();
    assert_eq!(answer["category"], "unknown");
    let refused = server.get("/api/v1/stats/KRNK").await;
    assert_eq!((refused.status, &refused.json()["building"]), (404, &serde_json::json!(false)));
    assert!(refused.error().contains("run `solusrex build KRNK"), "{}", refused.error());
    server.end().await;
    assert!(!folder.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn none_are_built_where_that_is_not_wanted() {
    let folder = new_folder("none");
    let server =
        start_with(Tablebase::open(&folder), Config { auto_build: 0, ..Config::default() }).await;
    let refused = server.get("/api/v1/stats/KRK").await;
    assert_eq!((refused.status, &refused.json()["building"]), (404, &serde_json::json!(false)));
    server.end().await;
    assert!(!folder.exists());
}
