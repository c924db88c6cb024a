/**
 * Reports in the published formats of producers that are not run by `npm run fixtures`, one healthy and one red: the first
 * must be accepted and the second must not. Written by hand after the producers' own templates and schemas.
 */
import { describe, expect, test } from '@jest/globals';
import { judge, readGood } from './parsing.ts';

interface Dialect {
  readonly healthy: string;
  readonly red: string;
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
  'nunit3-junit.xslt': {
    healthy: '<testsuites tests="2" failures="0" disabled="1" time="0,045"><testsuite tests="2" time="0,045" errors="0" failures="0" disabled="1" timestamp="2026-01-01 10:00:00Z" name="Shop.Tests"><testcase name="Adds" assertions="1" time="0,01" status="Passed" classname="Shop.Tests"/><testcase name="Later" assertions="0" time="0" status="Skipped" classname="Shop.Tests"><skipped/></testcase></testsuite></testsuites>',
    red: '<testsuites tests="1" failures="0" disabled="0" time="0"><testsuite tests="1" errors="1" failures="0" disabled="0" name="Shop.Tests"><testcase name="Adds" status="Inconclusive" classname="Shop.Tests"/></testsuite></testsuites>',
  },
  'JunitXml.TestLogger of .NET': {
    healthy: '<testsuites><testsuite name="Shop.dll" tests="1" skipped="0" failures="0" errors="0" time="0.01" timestamp="2026-01-01T10:00:00" hostname="runner" id="0" package="Shop.dll"><properties /><testcase classname="Shop.Tests" name="Adds" time="0.0012000" /><system-out>x</system-out><system-err /></testsuite></testsuites>',
    red: '<testsuites><testsuite name="Shop.dll" tests="1" skipped="0" failures="1" errors="0"><testcase classname="Shop.Tests" name="Adds" time="0.001"><failure type="failure" message="no">at Shop.cs:line 4</failure></testcase></testsuite></testsuites>',
  },
  'Bazel test.xml of a shell test': {
    healthy: '<testsuites><testsuite name="//shop:test" tests="1" failures="0" errors="0"><testcase name="//shop:test" status="run" duration="0" time="0"></testcase><system-out>fine</system-out></testsuite></testsuites>',
    red: '<testsuites><testsuite name="//shop:test" tests="1" failures="0" errors="1"><testcase name="//shop:test" status="run" duration="0" time="0"><error message="exited with error code 1"></error></testcase><system-out>x</system-out></testsuite></testsuites>',
  },
  xcpretty: {
    healthy: "<testsuites name='Shop.xctest' tests='1' failures='0'><testsuite name='ShopTests' tests='1' failures='0'><testcase classname='ShopTests' name='testAdds' time='0.001'/></testsuite></testsuites>",
    red: "<testsuites name='Shop.xctest' tests='1' failures='1'><testsuite name='ShopTests' tests='1' failures='1'><testcase classname='ShopTests' name='testAdds'><failure message='XCTAssertEqual failed'>ShopTests.swift:4</failure></testcase></testsuite></testsuites>",
  },
  'swift test --xunit-output': {
    healthy: '<testsuites><testsuite name="TestResults" errors="0" tests="1" failures="0" skipped="0" time="0.01"><testcase classname="ShopTests.Sums" name="testAdds" time="0.01"></testcase></testsuite></testsuites>',
    red: '<testsuites><testsuite name="TestResults" errors="0" tests="1" failures="1" skipped="0" time="0.01"><testcase classname="ShopTests.Sums" name="testAdds" time="0.01"><failure message="failed"></failure></testcase></testsuite></testsuites>',
  },
  'Catch2 3': {
    healthy: '<testsuites><testsuite name="t" errors="0" failures="0" skipped="0" tests="9" hostname="tbd" time="0.1" timestamp="2026-01-01T10:00:00Z"><properties><property name="random-seed" value="1"/></properties><testcase classname="t.global" name="adds" time="0" status="run"/><system-out/><system-err/></testsuite></testsuites>',
    red: '<testsuites><testsuite name="t" errors="0" failures="1" skipped="0" tests="9" hostname="tbd" time="0.1" timestamp="2026-01-01T10:00:00Z"><testcase classname="t.global" name="adds" time="0" status="run"><failure message="1 == 2" type="REQUIRE">at t.cpp:4</failure></testcase></testsuite></testsuites>',
  },
  'Boost.Test JUNIT': {
    healthy: '<testsuite tests="2" skipped="1" errors="0" failures="0" id="0" name="sample" time="0.1"><testcase assertions="1" name="adds" classname="sums" time="0.1"></testcase><testcase assertions="0" name="later" classname="sums"><skipped>disabled</skipped></testcase></testsuite>',
    red: '<testsuite tests="1" skipped="0" errors="0" failures="1" id="0" name="sample" time="0.1"><testcase assertions="1" name="adds"><failure message="failure" type="assertion error"><![CDATA[ASSERTION FAILURE]]></failure></testcase></testsuite>',
  },
  'QtTest xunitxml': {
    healthy: '<testsuite errors="0" failures="0" tests="3" name="Sums"><properties><property value="5.15" name="QtVersion"/></properties><testcase result="pass" name="initTestCase"/><testcase result="pass" name="adds"><!-- message="out" type="qdebug" --></testcase><testcase result="xfail" name="known"/><system-err/></testsuite>',
    red: '<testsuite errors="0" failures="1" tests="1" name="Sums"><testcase result="fail" name="adds"><failure message="Compared values are not the same" result="fail"/></testcase></testsuite>',
  },
  CppUTest: {
    healthy: '<testsuite errors="0" failures="0" hostname="localhost" name="Sums" tests="2" time="0.001" timestamp="2026-01-01T10:00:00"><properties></properties><testcase classname="Sums" name="Adds" assertions="1" time="0.001" file="a.cpp" line="3"></testcase><testcase classname="Sums" name="Later" assertions="0" time="0"><skipped /></testcase><system-out></system-out><system-err></system-err></testsuite>',
    red: '<testsuite errors="0" failures="1" hostname="localhost" name="Sums" tests="1"><testcase classname="Sums" name="Adds"><failure message="a.cpp:4: expected &lt;1&gt;" type="AssertionFailedError"></failure></testcase></testsuite>',
  },
  'cargo test with libtest’s junit format': {
    healthy: '<testsuites><testsuite name="test" package="test" id="0" errors="0" failures="0" tests="3" skipped="1" ><testcase classname="tests" name="adds" time="0.001"/><testcase classname="tests" name="too" time="0.001"/><system-out/><system-err/></testsuite></testsuites>',
    red: '<testsuites><testsuite name="test" package="test" id="0" errors="0" failures="1" tests="1" skipped="0" ><testcase classname="tests" name="adds" time="0.001"><failure type="assert"/></testcase><system-out/><system-err/></testsuite></testsuites>',
  },
  Ginkgo: {
    healthy: '<testsuites tests="3" disabled="1" errors="0" failures="0" time="0.1"><testsuite name="Shop" package="/w/shop" tests="3" disabled="1" skipped="1" errors="0" failures="0" time="0.1" timestamp="2026-01-01T10:00:00"><properties><property name="SuiteSucceeded" value="true"></property></properties><testcase name="[It] adds" classname="Shop" status="passed" time="0.1"><system-err>x</system-err></testcase><testcase name="[It] later" classname="Shop" status="pending" time="0"><skipped message="pending"></skipped></testcase><testcase name="[It] here" classname="Shop" status="skipped" time="0"><skipped message="skipped - no"></skipped></testcase></testsuite></testsuites>',
    red: '<testsuites tests="1" disabled="0" errors="1" failures="0" time="0.1"><testsuite name="Shop" package="shop" tests="1" disabled="0" skipped="0" errors="1" failures="0"><testcase name="[It] adds" classname="Shop" status="panicked" time="0.1"><error message="boom" type="panicked">at a.go:4</error></testcase></testsuite></testsuites>',
  },
  'ExUnit’s junit_formatter': {
    healthy: '<testsuites><testsuite errors="0" failures="0" name="Elixir.ShopTest" tests="1" time="0.1" timestamp="2026-01-01T10:00:00Z"><properties><property name="seed" value="1"/><property name="date" value="2026-01-01"/></properties><testcase classname="Elixir.ShopTest" file="test/shop_test.exs" line="3" name="test adds" time="0.1"/></testsuite></testsuites>',
    red: '<testsuites><testsuite errors="0" failures="1" name="Elixir.ShopTest" tests="1" time="0.1"><testcase classname="Elixir.ShopTest" file="t.exs" name="test adds" time="0.1"><failure message="error: no">x</failure></testcase></testsuite></testsuites>',
  },
  'Common Test’s cth_surefire': {
    healthy: '<testsuites><testsuite name="shop_SUITE" tests="1" errors="0" failures="0" skipped="0" time="0.1" timestamp="2026-01-01T10:00:00Z" id="0" hostname="runner"><properties><property name="otp_release" value="26"/></properties><testcase name="adds" time="0.1"></testcase></testsuite></testsuites>',
    red: '<testsuites><testsuite name="shop_SUITE" tests="1" errors="0" failures="1" skipped="0"><testcase name="adds" time="0.1"><failure message="Test adds failed" type="crash">x</failure></testcase></testsuite></testsuites>',
  },
  ScalaTest: {
    healthy: '<testsuite errors="0" failures="0" hostname="runner" name="ShopSpec" tests="1" time="0.1" timestamp="2026-01-01T10:00:00" skipped="0"><properties> <property name="java.version" value="17"/></properties><testcase name="adds" classname="ShopSpec" time="0.1"></testcase><system-out><![CDATA[]]></system-out><system-err><![CDATA[]]></system-err></testsuite>',
    red: '<testsuite errors="1" failures="0" hostname="runner" name="ShopSpec" tests="1" time="0.1"><testcase name="adds" classname="ShopSpec"><error message="x" type="java.lang.RuntimeException">at shop.ShopSpec.x(ShopSpec.scala:4)</error></testcase></testsuite>',
  },
  'TestNG’s junitreports': {
    healthy: '<testsuite ignored="1" hostname="runner" failures="0" tests="2" name="shop.Sums" time="0.1" errors="0" timestamp="2026-01-01T10:00:00 UTC" skipped="1"><testcase classname="shop.Sums" name="adds" time="0.1"/><testcase classname="shop.Sums" name="later" time="0"><skipped/></testcase></testsuite>',
    red: '<testsuite hostname="runner" failures="1" tests="1" name="shop.Sums" time="0.1" errors="0" skipped="0"><testcase classname="shop.Sums" name="adds"><failure type="java.lang.AssertionError" message="x"><![CDATA[x]]></failure></testcase></testsuite>',
  },
  'Android’s connected tests': {
    healthy: '<testsuite name="shop.Sums" tests="1" failures="0" errors="0" skipped="0" time="1.1" timestamp="2026-01-01T10:00:00" hostname="localhost"><properties><property name="device" value="Pixel_6(AVD) - 13" /><property name="flavor" value="" /></properties><testcase name="adds" classname="shop.Sums" time="0.1" /></testsuite>',
    red: '<testsuite name="shop.Sums" tests="1" failures="1" errors="0" skipped="0" time="1.1"><testcase name="adds" classname="shop.Sums"><failure>java.lang.AssertionError</failure></testcase></testsuite>',
  },
  Pester: {
    healthy: '<testsuites xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="junit_schema_4.xsd" name="Pester" tests="3" errors="0" failures="0" disabled="2" time="1.2"><testsuite name="C:\\w\\shop.Tests.ps1" tests="3" errors="0" failures="0" hostname="runner" id="0" skipped="1" disabled="1" package="C:\\w\\shop.Tests.ps1" time="1.2"><properties><property name="x" value="1" /></properties><testcase name="Shop.adds" status="Passed" classname="C:\\w\\shop.Tests.ps1" assertions="0" time="0.1"></testcase><testcase name="Shop.later" status="Skipped" classname="x" assertions="0" time="0"><skipped message="" /></testcase></testsuite></testsuites>',
    red: '<testsuites name="Pester" tests="1" errors="0" failures="1" disabled="0" time="1.2"><testsuite name="a.Tests.ps1" tests="1" errors="0" failures="1" id="0" skipped="0" disabled="0"><testcase name="Shop.adds" status="Failed" classname="x" assertions="0"><failure message="Expected 1">at a.Tests.ps1:4</failure></testcase></testsuite></testsuites>',
  },
  utPLSQL: {
    healthy: '<testsuites tests="1" disabled="0" errors="0" failures="0" name="" time="0,041" ><testsuite tests="1" id="1" package="shop" disabled="0" errors="0" failures="0" name="Shop" time="0,04" ><testcase classname="shop.test_sums" assertions="1" name="adds" time="-0,000000"></testcase></testsuite></testsuites>',
    red: '<testsuites tests="1" disabled="0" errors="0" failures="1" name="" time="0,041" ><testsuite tests="1" id="1" failures="1" name="Shop"><testcase classname="shop.test_sums" assertions="1" name="adds" status="Failure"><failure><![CDATA[x]]></failure></testcase></testsuite></testsuites>',
  },
  'R’s testthat': {
    healthy: '<testsuites><testsuite name="sums" timestamp="2026-01-01T10:00:00Z" hostname="runner" tests="2" skipped="0" failures="0" errors="0" time="NaN"><testcase time="NaN" classname="sums" name="it_adds"/><testcase time="0.01" classname="sums" name="it_adds"/></testsuite></testsuites>',
    red: '<testsuites><testsuite name="sums" tests="2" skipped="0" failures="1" errors="0"><testcase time="0.01" classname="sums" name="it_adds"/><testcase time="0.01" classname="sums" name="it_adds"><failure type="failure" message="1 not equal to 2">x</failure></testcase></testsuite></testsuites>',
  },
  'minitest-reporters': {
    healthy: '<testsuites><testsuite name="SumsTest" filepath="test/sums_test.rb" skipped="1" failures="0" errors="0" tests="2" assertions="1" time="5.6e-05"><testcase name="test_adds" lineno="4" classname="SumsTest" assertions="1" time="1.7e-05" file="test/sums_test.rb"></testcase><testcase name="test_later" classname="SumsTest" assertions="0" time="0"><skipped type="test_later"/></testcase></testsuite></testsuites>',
    red: '<testsuites><testsuite name="SumsTest" skipped="0" failures="0" errors="1" tests="1" assertions="0"><testcase name="test_adds" classname="SumsTest"><error type="RuntimeError" message="x">test/sums_test.rb:4</error></testcase></testsuite></testsuites>',
  },
  Behat: {
    healthy: '<testsuites name="default"><testsuite name="Sums" tests="1" skipped="0" failures="0" errors="0" time="0.1"><testcase name="Adds" classname="Sums" status="passed" time="0.1"></testcase></testsuite></testsuites>',
    red: '<testsuites name="default"><testsuite name="Sums" tests="1" skipped="0" failures="0" errors="1"><testcase name="Adds" status="undefined"><error message="And x" type="undefined"/></testcase></testsuite></testsuites>',
  },
  'Ansible, and others by Python’s junit_xml': {
    healthy: '<testsuites disabled="0" errors="0" failures="0" tests="1" time="0.1"><testsuite disabled="0" errors="0" failures="0" name="site" skipped="0" tests="1" time="0.1"><testcase classname="site.yml:4" name="[localhost] ping" time="0.1"><system-out>ok</system-out></testcase></testsuite></testsuites>',
    red: '<testsuites disabled="0" errors="0" failures="1" tests="1" time="0.1"><testsuite disabled="0" errors="0" failures="1" name="site" skipped="0" tests="1"><testcase name="ping"><failure type="failure" message="non-zero return code">x</failure></testcase></testsuite></testsuites>',
  },
  'Trivy’s template': {
    healthy: '<testsuites name="trivy"><testsuite tests="1" failures="0" name="Dockerfile" errors="0" skipped="0" time=""><testcase classname="dockerfile" name="[PASS] DS001" time=""></testcase></testsuite></testsuites>',
    red: '<testsuites name="trivy"><testsuite tests="1" failures="1" name="alpine" errors="0" skipped="0" time=""><properties><property name="type" value="alpine"/></properties><testcase classname="musl-1.2" name="[HIGH] CVE-2026-1" time=""><failure message="x" type="description">y</failure></testcase></testsuite></testsuites>',
  },
  'pylint_junit and flake8-junit': {
    healthy: '<testsuites><testsuite errors="0" failures="0" name="pylint" skipped="0" tests="1" time="0"><testcase name="shop.sums" time="0"/></testsuite></testsuites>',
    red: '<testsuites><testsuite errors="1" failures="0" name="pylint" skipped="0" tests="1" time="0"><testcase name="shop.sums:4:0" time="0"><error type="unused-import" message="Unused import">x</error></testcase></testsuite></testsuites>',
  },
  'kubeconform and conftest': {
    healthy: '<testsuites name="kubeconform" time="0.1" tests="1" failures="0" disabled="0" errors="0"><testsuite name="a.yaml" id="1" tests="1" failures="0" errors="0" disabled="0" skipped="0"><testcase name="shop" classname="Service@v1" time="0.1"></testcase></testsuite></testsuites>',
    red: '<testsuites name="kubeconform" tests="1" failures="1" disabled="0" errors="0"><testsuite name="a.yaml" id="1" tests="1" failures="1" errors="0" disabled="0" skipped="0"><testcase name="shop" classname="Service@v1" time="0.1"><failure message="missing field" type=""></failure></testcase></testsuite></testsuites>',
  },
  'hurl --report-junit': {
    healthy: '<testsuites><testsuite tests="1" errors="0" failures="0"><testcase id="a.hurl" name="a.hurl" time="0.1" /></testsuite></testsuites>',
    red: '<testsuites><testsuite tests="1" errors="0" failures="1"><testcase id="a.hurl" name="a.hurl" time="0.1"><failure>Assert status code</failure></testcase></testsuite></testsuites>',
  },
  'Katalon': {
    healthy: '<testsuites name="s" time="1.0" tests="1" failures="0" errors="0"><testsuite name="s" tests="1" failures="0" errors="0" time="1.0" skipped="0" timestamp="2026-01-01T10:00:00" hostname="x" id="s"><properties><property name="deviceName" value=""/></properties><testcase name="adds" time="1.0" classname="adds" status="PASSED"><system-out><![CDATA[x]]></system-out></testcase></testsuite></testsuites>',
    red: '<testsuites name="s" tests="1" failures="0" errors="0"><testsuite name="s" tests="1" failures="0" errors="0"><testcase name="adds" classname="adds" status="FAILED"/></testsuite></testsuites>',
  },
  'LLVM’s lit': {
    healthy: '<testsuites time="1.2"><testsuite name="LLVM" tests="2" failures="0" skipped="1" time="1.2"><testcase classname="LLVM.Sums" name="a.ll" time="0.1"/><testcase classname="LLVM.Sums" name="b.ll" time="0"><skipped message="Missing required feature(s): x"/></testcase></testsuite></testsuites>',
    red: '<testsuites time="1.2"><testsuite name="LLVM" tests="1" failures="1" skipped="0" time="1.2"><testcase classname="LLVM.Sums" name="a.ll"><failure><![CDATA[x]]></failure></testcase></testsuite></testsuites>',
  },
  nose: {
    healthy: '<testsuite name="nosetests" tests="2" errors="0" failures="0" skip="1"><testcase classname="t" name="test_adds" time="0.001"></testcase><testcase classname="t" name="test_later" time="0"><skipped type="unittest.case.SkipTest" message="x"></skipped></testcase></testsuite>',
    red: '<testsuite name="nosetests" tests="1" errors="1" failures="0" skip="0"><testcase classname="t" name="test_adds"><error type="exceptions.ValueError" message="x">y</error></testcase></testsuite>',
  },
  'Cypress by mocha-junit-reporter': {
    healthy: '<testsuites name="Mocha Tests" time="1.2" tests="1" failures="0"><testsuite name="Root Suite" timestamp="2026-01-01T10:00:00" tests="0" file="cypress/e2e/a.cy.js" time="0.0000" failures="0"></testsuite><testsuite name="shop" timestamp="2026-01-01T10:00:00" tests="1" time="1.2" failures="0"><testcase name="shop adds" time="1.2" classname="adds"></testcase></testsuite></testsuites>',
    red: '<testsuites name="Mocha Tests" time="1.2" tests="1" failures="1"><testsuite name="Root Suite" timestamp="2026-01-01T10:00:00" tests="0" file="a.cy.js" time="0" failures="0"></testsuite><testsuite name="shop" timestamp="2026-01-01T10:00:00" tests="1" time="1.2" failures="1"><testcase name="shop adds" time="0" classname="adds"><failure message="x" type="AssertionError">y</failure></testcase></testsuite></testsuites>',
  },
  'Testem’s xunit reporter': {
    healthy: '<testsuite name="Testem Tests" tests="2" skipped="1" todo="0" failures="0" timestamp="Thu Jan 01 2026 10:00:00 GMT+0000 (Coordinated Universal Time)" time="1.2"><testcase classname="Chrome 140.0" name="adds" time="0.1"/><testcase classname="Chrome 140.0" name="later" time="0"><skipped/></testcase></testsuite>',
    red: '<testsuite name="Testem Tests" tests="1" skipped="0" todo="0" failures="1" time="1.2"><testcase classname="Chrome 140.0" name="adds" time="0.1"><failure message="x"><![CDATA[y]]></failure></testcase></testsuite>',
  },
  'Foundry’s forge test --junit': {
    healthy: '<testsuites name="Test run" tests="1" failures="0" errors="0" timestamp="2026-01-01T10:00:00.000+00:00" time="0.1"><testsuite name="test/Shop.t.sol:ShopTest" tests="1" disabled="0" errors="0" failures="0" time="0.1"><testcase name="testAdds()" time="0.1"><system-out>[PASS] testAdds() (gas: 1)</system-out></testcase></testsuite></testsuites>',
    red: '<testsuites name="Test run" tests="1" failures="1" errors="0"><testsuite name="t" tests="1" disabled="0" errors="0" failures="1"><testcase name="testAdds()"><failure message="x"/></testcase></testsuite></testsuites>',
  },
  'a skip count given twice': {
    healthy: '<testsuites><testsuite name="s" tests="3" failures="0" errors="0" skipped="2" disabled="2"><testcase name="a"/><testcase name="b"><skipped/></testcase><testcase name="c"><skipped/></testcase></testsuite></testsuites>',
    red: '<testsuites><testsuite name="s" tests="3" failures="0" errors="0" skipped="3" disabled="3"><testcase name="a"><skipped/></testcase><testcase name="b"><skipped/></testcase><testcase name="c"><skipped/></testcase></testsuite></testsuites>',
  },
};

describe('published formats', () => {
  test.each(Object.entries(DIALECTS))('%s', (_name, { healthy, red }) => {
    const well = judge(healthy);
    expect([well.verdict, well.anomalies.filter((said) => !/^(?:equal-names|announces-more|uncounted): /.test(said))]).toEqual(['accepted', []]);
    expect(judge(red).verdict).toBe('rejected');
  });

  test.each([
    ['Catch2 3', 'Catch2'],
    ['cargo test with libtest’s junit format', 'libtest'],
    ['Pester', 'Pester'],
    ['Cypress by mocha-junit-reporter', 'mocha-junit-reporter'],
  ])('%s is recognised as %s', (name, producer) => {
    expect(readGood(DIALECTS[name]?.healthy ?? '').producer).toBe(producer);
  });

  test('numbers that announce more are excused for those alone that are known to', () => {
    const other = (DIALECTS['Catch2 3']?.healthy ?? '').replace('hostname="tbd"', 'host="tbd"');
    expect(judge(other)).toMatchObject({ verdict: 'rejected', anomalies: [expect.stringMatching(/^announces-more: /)] });
    // libtest leaves out ignored tests, and no others.
    expect(judge((DIALECTS['cargo test with libtest’s junit format']?.healthy ?? '').replace('skipped="1"', 'skipped="0"')).verdict).toBe('rejected');
  });
});

describe('other formats are refused by name', () => {
  test.each([
    ['checkstyle', '<checkstyle version="4.3"><file name="a.kt"/></checkstyle>', /Checkstyle/],
    ['TRX', '<TestRun id="1" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"/>', /TRX/],
    ['xUnit.net', '<assemblies timestamp="x"><assembly/></assemblies>', /xUnit\.net/],
    ['NUnit 3', '<test-run id="2" result="Passed"/>', /NUnit 3/],
    ['NUnit 2', '<test-results total="1"/>', /NUnit 2/],
    ['TestNG', '<testng-results passed="1"/>', /TestNG/],
    ['CTest', '<Site Name="x"><Testing/></Site>', /--output-junit/],
    ['Cobertura', '<coverage line-rate="1"/>', /coverage/],
    ['JaCoCo', '<report name="x"/>', /JaCoCo/],
    ['Robot Framework', '<robot generator="Robot 7"/>', /--xunit/],
    ['SonarQube', '<testExecutions version="1"><file path="a"/></testExecutions>', /SonarQube/],
    ['PMD', '<pmd version="7"/>', /PMD/],
    ['Android lint', '<issues format="6"/>', /Android lint/],
    ['SpotBugs', '<BugCollection version="4"/>', /SpotBugs/],
    ['cppcheck', '<results version="2"/>', /cppcheck/],
    ['QTestLib', '<TestCase name="Sums"/>', /xunitxml|junitxml/],
    ['Boost.Test', '<TestLog><TestSuite/></TestLog>', /JUNIT/],
    ['Maven', '<project/>', /<project>/],
  ])('%s', (_name, content, words) => {
    const { verdict, anomalies } = judge(content);
    expect(verdict).toBe('rejected');
    expect(anomalies[0]).toMatch(/^wrong-root: /);
    expect(anomalies[0]).toMatch(words);
  });

  test('the report of libcheck has the right root and no test that could be read', () => {
    expect(judge('<testsuites xmlns="http://check.sourceforge.net/ns"><datetime>x</datetime><suite><title>s</title><test result="success"><fn>a</fn></test></suite></testsuites>')).toMatchObject({ verdict: 'rejected', tests: 0 });
  });
  test.each([['TAP', 'TAP version 13\nok 1 - a\n1..1\n'], ['JSON', '{"tests": []}'], ['plain text', '2 passed\n']])('%s is no XML', (_name, content) => {
    expect(judge(content)).toMatchObject({ verdict: 'rejected', tests: 0 });
  });
});
