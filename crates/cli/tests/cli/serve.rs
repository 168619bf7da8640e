//! `solusrex serve`: where it listens, and how it ends.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
};

use super::{WRONG_INPUT, folder, refusal};

#[test]
fn it_tells_where_answers_and_ends_when_told_to() {
    let tables = folder("serve");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("solusrex"))
        .args(["serve", "--bind", "127.0.0.1:0", "--auto-build", "0", "--tables"])
        .arg(&tables)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a binary that starts");
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let address = url.trim().strip_prefix("http://").expect("an address").to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    let asked = "GET /standard?fen=7k/8/5KQ1/8/8/8/8/8_w_-_- HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    stream.write_all(asked.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"san\":\"Qg7#\""), "{answer}");
    // the port is taken while it runs
    let told = refusal(&["serve", "--bind", &address], WRONG_INPUT);
    assert!(told.contains("choose another port with --bind"), "{told}");
    if cfg!(unix) {
        let kill = Command::new("kill").arg(child.id().to_string()).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    } else {
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn wrong_addresses_and_limits_are_refused() {
    for args in [
        &["serve", "--bind", "nowhere"][..],
        &["serve", "--bind", "127.0.0.1:99999"],
        &["serve", "--auto-build", "9"],
        &["serve", "--solve-seconds", "0"],
        &["serve", "--syzygy", "/nowhere/at/all"],
    ] {
        refusal(args, WRONG_INPUT);
    }
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let told = refusal(&["serve", "--bind", &address], WRONG_INPUT);
    assert!(told.contains("another program listens there"), "{told}");
}
